import { operations } from "../../platform/http/operations.ts";
import {
  drainWorker,
  resumeWorker,
  setEncoderEffort,
  setTranscodingFairness,
  setTranscodingPaused,
  setWorkerSlots,
} from "./workers.ts";

/** What workers and the queue should do, for superusers. */
export const workerRoutes = {
  drainWorker: operations.advanced.drainWorker.handler(async ({ context, input }) => {
    await drainWorker(context, input.worker_name);
    return { message: "The worker finishes what it does and takes nothing more." };
  }),
  resumeWorker: operations.advanced.resumeWorker.handler(async ({ context, input }) => {
    await resumeWorker(context, input.worker_name);
    return { message: "The worker takes jobs again." };
  }),
  setWorkerSlots: operations.advanced.setWorkerSlots.handler(async ({ context, input }) => {
    await setWorkerSlots(context, input.worker_name, input.slots);
    return { message: "Slots are changed." };
  }),
  setTranscodingPaused: operations.advanced.setTranscodingPaused.handler(async ({ context, input }) => {
    await setTranscodingPaused(context, input.paused);
    return { message: input.paused ? "Transcoding is paused." : "Transcoding is resumed." };
  }),
  setEncoderEffort: operations.advanced.setEncoderEffort.handler(async ({ context, input }) => {
    await setEncoderEffort(context, input.effort);
    return { message: "Transcodes that begin from now on are encoded so." };
  }),
  setTranscodingFairness: operations.advanced.setTranscodingFairness.handler(async ({ context, input }) => {
    await setTranscodingFairness(context, input.fair);
    return { message: input.fair ? "Accounts take turns." : "Transcodes are taken in their order." };
  }),
};
