import type { Listener } from "../platform/events/events.ts";
import { cutIntoChunks, recogniseChunk } from "./chunks.ts";
import { finishTranscription } from "./finish.ts";
import { keepLiveCaptions } from "./keep-live-captions.ts";
import { transcribeWhenReady } from "./when-ready.ts";

export const speechTasks = [cutIntoChunks, recogniseChunk, finishTranscription, transcribeWhenReady, keepLiveCaptions];

export const speechListeners: readonly Listener[] = [
  { event: "video.ready", task: transcribeWhenReady },
  { event: "video.ready", task: keepLiveCaptions },
];
