import type { Context } from "../context.ts";
import { operations, projectGrant, type OperationContext } from "../platform/http/operations.ts";
import { cancelTranscode, retranscode, retryTranscode } from "../transcoding/service.ts";
import { summary } from "./service.ts";

type Steering = (context: Context, grant: ReturnType<typeof projectGrant>, videoId: number) => Promise<void>;

const steered = async (context: OperationContext, id: number, steering: Steering, message: string) => {
  await steering(context, projectGrant(context), id);
  return { message, data: await summary(context, id) };
};

export const transcodingRoutes = {
  cancelTranscode: operations.transcoding.cancelTranscode.handler(({ context, input }) =>
    steered(context, input.id, cancelTranscode, "Transcoding is cancelled."),
  ),
  retryTranscode: operations.transcoding.retryTranscode.handler(({ context, input }) =>
    steered(context, input.id, retryTranscode, "The video is queued again."),
  ),
  retranscodeVideo: operations.transcoding.retranscodeVideo.handler(({ context, input }) =>
    steered(context, input.id, retranscode, "The video is queued again."),
  ),
};
