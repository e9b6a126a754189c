import { operations } from "../../platform/http/operations.ts";
import { listTranscodes, readTranscodingState } from "./queue.ts";
import { advanceTranscode, repeatTranscode, stopTranscode } from "./steering.ts";

/** The queue of all accounts, for superusers. */
export const installationTranscodingRoutes = {
  getTranscodingState: operations.advanced.getTranscodingState.handler(async ({ context }) => ({
    data: await readTranscodingState(context),
  })),
  listTranscodes: operations.advanced.listTranscodes.handler(({ context, input }) =>
    listTranscodes(context, {
      page: input.page,
      perPage: input.per_page,
      state: input.state,
      account: input.account,
      search: input.search || null,
    }),
  ),
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
};
