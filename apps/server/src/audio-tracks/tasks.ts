import type { Listener } from "../platform/events/events.ts";
import { encodeTrack } from "./encode.ts";
import { measureTrack } from "./loudness.ts";
import { listSourceTracks } from "./source-tracks.ts";
import { deleteTrackFiles } from "./track-files.ts";

export const audioTrackTasks = [encodeTrack, measureTrack, listSourceTracks, deleteTrackFiles];

export const audioTrackListeners: readonly Listener[] = [{ event: "video.ready", task: listSourceTracks }];
