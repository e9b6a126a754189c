import type { Context } from "../context.ts";
import { operations, projectGround, type OperationContext } from "../platform/operations.ts";
import { summary } from "../videos/service.ts";
import { cancelTranscode, retranscode, retryTranscode } from "./service.ts";

type Steering = (context: Context, ground: ReturnType<typeof projectGround>, videoId: number) => Promise<void>;

const steered = async (context: OperationContext, id: number, steering: Steering, message: string) => {
  await steering(context, projectGround(context), id);
  return { message, data: await summary(context, id) };
};

export const transcodingRoutes = {
  cancelTranscode: operations.transcoding.cancelTranscode.handler(({ context, input }) =>
    steered(context, input.id, cancelTranscode, "Transcoding is cancelled."),
  ),
  retryTranscode: operations.transcoding.retryTranscode.handler(({ context, input }) =>
    steered(context, input.id, retryTranscode, "The video is in queue again."),
  ),
  retranscodeVideo: operations.transcoding.retranscodeVideo.handler(({ context, input }) =>
    steered(context, input.id, retranscode, "The video is in queue again."),
  ),
};
