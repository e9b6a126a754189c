import { makeClipVideo } from "./clip-video.ts";
import { saveRecording } from "./recordings.ts";
import { makeTrimVideo } from "./trim-video.ts";

/** Recordings, clips and parts of them that become videos. */
export const liveTasks = [makeClipVideo, makeTrimVideo, saveRecording];
