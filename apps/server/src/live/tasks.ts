import { makeClipVideo } from "./clip-video.ts";
import { saveRecording } from "./recordings.ts";

/** Recordings and clips that become videos. */
export const liveTasks = [makeClipVideo, saveRecording];
