import { operations } from "../../platform/http/operations.ts";
import { listTranscodeFailures, retryTranscodeFailures } from "./failures.ts";
import { listTranscodes, readTranscodingState } from "./queue.ts";
import { killTranscodeTools, listTranscodeJobs } from "./running-jobs.ts";
import { advanceTranscode, prioritiseTranscode, repeatTranscode, stopTranscode } from "./steering.ts";

/** The queue of all accounts, for superusers. */
export const installationTranscodingRoutes = {
  getTranscodingState: operations.advanced.getTranscodingState.handler(async ({ context }) => ({
    data: await readTranscodingState(context),
  })),
  listTranscodes: operations.advanced.listTranscodes.handler(({ context, input }) => listTranscodes(context, input)),
  stopTranscode: operations.advanced.stopTranscode.handler(async ({ context, input }) => {
    await stopTranscode(context, input.transcode_id);
    return { message: "Transcoding is cancelled." };
  }),
  repeatTranscode: operations.advanced.repeatTranscode.handler(async ({ context, input }) => {
    await repeatTranscode(context, input.transcode_id);
    return { message: "The video is queued again." };
  }),
  advanceTranscode: operations.advanced.advanceTranscode.handler(async ({ context, input }) => {
    await advanceTranscode(context, input.transcode_id);
    return { message: "The video is next." };
  }),
  prioritiseTranscode: operations.advanced.prioritiseTranscode.handler(async ({ context, input }) => {
    await prioritiseTranscode(context, input.transcode_id, input.priority);
    return { message: "Priority is changed." };
  }),
  killTranscodeTools: operations.advanced.killTranscodeTools.handler(async ({ context, input }) => {
    await killTranscodeTools(context, input.transcode_id);
    return { message: "The media tools of this transcode are ended; its jobs are tried again." };
  }),
  listTranscodeJobs: operations.advanced.listTranscodeJobs.handler(async ({ context, input }) => ({
    data: await listTranscodeJobs(context, input.transcode_id),
  })),
  listTranscodeFailures: operations.advanced.listTranscodeFailures.handler(async ({ context }) => ({
    data: await listTranscodeFailures(context),
  })),
  retryTranscodeFailures: operations.advanced.retryTranscodeFailures.handler(async ({ context, input }) => {
    const { retried, left } = await retryTranscodeFailures(context, input);
    const message = left === 0 ? `${retried} queued again.` : `${retried} queued again, ${left} left.`;
    return { message, retried, left };
  }),
};
