import { operations, projectGrant, type OperationContext } from "../../platform/http/operations.ts";
import { readPoster } from "../details/details.ts";
import { resetPoster, takePoster, uploadPoster } from "./posters-by-hand.ts";
import { putBackPoster, setAnimatedPreview } from "./posters-put-back.ts";

const answer = async (context: OperationContext, id: number, message: string) => ({
  data: await readPoster(context, id),
  message,
});

export const posterRoutes = {
  takePoster: operations.posters.takePoster.handler(async ({ context, input }) => {
    await takePoster(context, projectGrant(context), input.id, input.at_seconds);
    return answer(context, input.id, "The poster is being created.");
  }),
  uploadPoster: operations.posters.uploadPoster.handler(async ({ context, input }) => {
    await uploadPoster(context, projectGrant(context), input.id, input.picture);
    return answer(context, input.id, "The poster is being created.");
  }),
  resetPoster: operations.posters.resetPoster.handler(async ({ context, input }) => {
    await resetPoster(context, projectGrant(context), input.id);
    return answer(context, input.id, "The video's own poster is restored.");
  }),
  putBackPoster: operations.posters.putBackPoster.handler(async ({ context, input }) => {
    await putBackPoster(context, projectGrant(context), input.id, input.number);
    return answer(context, input.id, "The poster is restored.");
  }),
  setAnimatedPreview: operations.posters.setAnimatedPreview.handler(async ({ context, input }) => {
    await setAnimatedPreview(context, projectGrant(context), input.id, input.animated);
    return answer(context, input.id, input.animated ? "Animated preview on." : "Animated preview off.");
  }),
};
