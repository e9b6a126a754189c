import { operations, projectGround, type OperationContext } from "../platform/operations.ts";
import { readPoster } from "./details.ts";
import { resetPoster, takePoster, uploadPoster } from "./posters-by-hand.ts";
import { putBackPoster, setAnimatedPreview } from "./posters-put-back.ts";

const answer = async (context: OperationContext, id: number, message: string) => ({
  data: await readPoster(context, id),
  message,
});

export const posterRoutes = {
  takePoster: operations.posters.takePoster.handler(async ({ context, input }) => {
    await takePoster(context, projectGround(context), input.id, input.at_seconds);
    return answer(context, input.id, "The poster is being made.");
  }),
  uploadPoster: operations.posters.uploadPoster.handler(async ({ context, input }) => {
    await uploadPoster(context, projectGround(context), input.id, input.picture);
    return answer(context, input.id, "The poster is being made.");
  }),
  resetPoster: operations.posters.resetPoster.handler(async ({ context, input }) => {
    await resetPoster(context, projectGround(context), input.id);
    return answer(context, input.id, "The video's own poster is back.");
  }),
  putBackPoster: operations.posters.putBackPoster.handler(async ({ context, input }) => {
    await putBackPoster(context, projectGround(context), input.id, input.number);
    return answer(context, input.id, "The poster is back.");
  }),
  setAnimatedPreview: operations.posters.setAnimatedPreview.handler(async ({ context, input }) => {
    await setAnimatedPreview(context, projectGround(context), input.id, input.animated);
    return answer(context, input.id, input.animated ? "The preview moves." : "The preview stands still.");
  }),
};
