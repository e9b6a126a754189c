import { forgetFetchHeaders } from "./import/fetch-header.ts";
import { fetchImport } from "./import/fetch-import.ts";
import { hashSource } from "./source/hash-source.ts";
import { makeSampleVideo } from "./source/sample-video.ts";
import { stopCancelled } from "./source/stop-cancelled.ts";
import { storeSource } from "./source/store.ts";
import { cancelAbandoned, sweepParts } from "./source/sweep.ts";
import { forgetTokens } from "./tokens/forget-tokens.ts";

export const uploadTasks = [fetchImport, hashSource, makeSampleVideo, storeSource, stopCancelled];

/** Periodic tasks of this room. */
export const uploadChores = [cancelAbandoned, sweepParts, forgetFetchHeaders, forgetTokens];
