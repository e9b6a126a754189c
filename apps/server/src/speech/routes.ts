import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { operations, projectGrant } from "../platform/http/operations.ts";
import { cancelTranscription, readAutomaticCaptions, requestTranscription, retryTranscription } from "./service.ts";

const answer = async (context: Context, grant: ProjectGrant, videoId: number, message: string) => ({
  message,
  data: await readAutomaticCaptions(context, grant, videoId),
});

export const automaticCaptionsRoutes = {
  getAutomaticCaptions: operations.automaticCaptions.getAutomaticCaptions.handler(async ({ context, input }) => ({
    data: await readAutomaticCaptions(context, projectGrant(context), input.video_id),
  })),
  createAutomaticCaptions: operations.automaticCaptions.createAutomaticCaptions.handler(async ({ context, input }) => {
    await requestTranscription(context, projectGrant(context), input.video_id, input.language);
    return answer(context, projectGrant(context), input.video_id, "Captions are being created.");
  }),
  cancelAutomaticCaptions: operations.automaticCaptions.cancelAutomaticCaptions.handler(async ({ context, input }) => {
    await cancelTranscription(context, projectGrant(context), input.video_id);
    return answer(context, projectGrant(context), input.video_id, "Creating captions is cancelled.");
  }),
  retryAutomaticCaptions: operations.automaticCaptions.retryAutomaticCaptions.handler(async ({ context, input }) => {
    await retryTranscription(context, projectGrant(context), input.video_id);
    return answer(context, projectGrant(context), input.video_id, "Captions are being created.");
  }),
};
