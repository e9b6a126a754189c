import { hashSource } from "./hash-source.ts";
import { stopCancelled } from "./stop-cancelled.ts";
import { storeSource } from "./store.ts";
import { giveUpForgotten, sweepParts } from "./sweep.ts";

export const uploadTasks = [hashSource, storeSource, stopCancelled];

/** What a worker does every so often for this room. */
export const uploadChores = [giveUpForgotten, sweepParts];
