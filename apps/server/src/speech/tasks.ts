import type { Listener } from "../platform/events/events.ts";
import { cutIntoChunks, recogniseChunk } from "./chunks.ts";
import { finishTranscription } from "./finish.ts";
import { captionWhenReady } from "./when-ready.ts";

export const speechTasks = [cutIntoChunks, recogniseChunk, finishTranscription, captionWhenReady];

export const speechListeners: readonly Listener[] = [{ event: "video.ready", task: captionWhenReady }];
