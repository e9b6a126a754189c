import { forgetFetchHeaders } from "./fetch-header.ts";
import { fetchImport } from "./fetch-import.ts";
import { hashSource } from "./hash-source.ts";
import { makeSampleVideo } from "./sample-video.ts";
import { stopCancelled } from "./stop-cancelled.ts";
import { storeSource } from "./store.ts";
import { giveUpForgotten, sweepParts } from "./sweep.ts";

export const uploadTasks = [fetchImport, hashSource, makeSampleVideo, storeSource, stopCancelled];

/** What a worker does every so often for this room. */
export const uploadChores = [giveUpForgotten, sweepParts, forgetFetchHeaders];
