import { operations, projectGrant } from "../platform/http/operations.ts";
import { addTrack, cancelTrack, deleteTrack, retryTrack, updateTrack } from "./service.ts";
import { listTracks } from "./tracks.ts";

export const audioTrackRoutes = {
  listAudioTracks: operations.audioTracks.listAudioTracks.handler(async ({ context, input }) => ({
    data: await listTracks(context, projectGrant(context), input.video_id),
  })),
  addAudioTrack: operations.audioTracks.addAudioTrack.handler(async ({ context, input }) => {
    const { video_id: videoId, ...meta } = input;
    const data = await addTrack(context, projectGrant(context), videoId, meta);
    return { message: "The audio track was added. Upload its file.", data };
  }),
  updateAudioTrack: operations.audioTracks.updateAudioTrack.handler(async ({ context, input }) => {
    const { video_id: videoId, id, ...meta } = input;
    const data = await updateTrack(context, projectGrant(context), videoId, id, meta);
    return { message: "The audio track was saved.", data };
  }),
  deleteAudioTrack: operations.audioTracks.deleteAudioTrack.handler(async ({ context, input }) => {
    await deleteTrack(context, projectGrant(context), input.video_id, input.id);
    return { message: "The audio track was deleted." };
  }),
  cancelAudioTrack: operations.audioTracks.cancelAudioTrack.handler(async ({ context, input }) => {
    const data = await cancelTrack(context, projectGrant(context), input.video_id, input.id);
    return { message: "The encoding of the audio track is cancelled.", data };
  }),
  retryAudioTrack: operations.audioTracks.retryAudioTrack.handler(async ({ context, input }) => {
    const data = await retryTrack(context, projectGrant(context), input.video_id, input.id);
    return { message: "The audio track is being encoded.", data };
  }),
};
