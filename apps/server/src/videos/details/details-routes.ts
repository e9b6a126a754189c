import { operations, projectGrant } from "../../platform/http/operations.ts";
import { listCaptionsVersions } from "../captions/captions-versions.ts";
import {
  addCaptions,
  deleteCaptions,
  listCaptions,
  readCaptionsFile,
  updateCaptions,
  type SavedCaptions,
} from "../captions/captions.ts";
import { saveChapters } from "../captions/chapters.ts";
import { getTranscript } from "../captions/transcript.ts";
import { deleteOriginal, linkOriginal } from "../lifecycle/originals.ts";
import { saveSchedule } from "../lifecycle/schedule.ts";
import { copyDetails, findNeighbours } from "../lists/neighbours.ts";
import { listActivity } from "./activity.ts";

const day = (text: string | null) => (text === null ? null : new Date(text));

export const videoDetailRoutes = {
  saveChapters: operations.videoDetails.saveChapters.handler(async ({ context, input }) => ({
    data: await saveChapters(context, projectGrant(context), input.id, input.chapters),
    message: "Chapters are saved.",
  })),
  saveSchedule: operations.videoDetails.saveSchedule.handler(async ({ context, input }) => ({
    data: await saveSchedule(context, projectGrant(context), input.id, {
      publishAt: day(input.publish_at),
      unpublishAt: day(input.unpublish_at),
      publishWhenReady: input.publish_when_ready,
    }),
    message: "Schedule is saved.",
  })),
  listActivity: operations.videoDetails.listActivity.handler(({ context, input }) =>
    listActivity(context, projectGrant(context), input.id, input),
  ),
  copyDetails: operations.videoDetails.copyDetails.handler(async ({ context, input }) => {
    await copyDetails(context, projectGrant(context), input.id, input.from_id);
    return { message: "Video meta data is saved." };
  }),
  listNeighbours: operations.videoDetails.listNeighbours.handler(({ context, input }) => {
    const { id, sort = null, ...selection } = input;
    return findNeighbours(context, projectGrant(context), id, { selection, sort });
  }),
  linkOriginal: operations.videoDetails.linkOriginal.handler(({ context, input }) =>
    linkOriginal(context, projectGrant(context), input.id),
  ),
  deleteOriginal: operations.videoDetails.deleteOriginal.handler(async ({ context, input }) => {
    await deleteOriginal(context, projectGrant(context), input.id);
    return { message: "Original is deleted." };
  }),
};

const worded = (saved: SavedCaptions) => {
  const { after_end: afterEnd, skipped } = saved;
  const parts = [
    "Captions are saved.",
    skipped.count > 0 && `Places of the file that could not be read were left out: ${skipped.count}.`,
    afterEnd > 0 && `Captions that start after the end of the video: ${afterEnd} of ${saved.data.cues}.`,
  ];
  return { ...saved, message: parts.filter(Boolean).join(" ") };
};

export const captionRoutes = {
  listCaptions: operations.captions.listCaptions.handler(async ({ context, input }) => ({
    data: await listCaptions(context, projectGrant(context), input.video_id),
  })),
  addCaptions: operations.captions.addCaptions.handler(async ({ context, input }) =>
    worded(await addCaptions(context, projectGrant(context), input.video_id, input, input.file)),
  ),
  updateCaptions: operations.captions.updateCaptions.handler(async ({ context, input }) => {
    const { video_id: videoId, id, file = null, version, ...meta } = input;
    return worded(await updateCaptions(context, projectGrant(context), videoId, id, meta, file, version));
  }),
  deleteCaptions: operations.captions.deleteCaptions.handler(async ({ context, input }) => {
    await deleteCaptions(context, projectGrant(context), input.video_id, input.id);
    return { message: "Captions are deleted." };
  }),
  readCaptionsFile: operations.captions.readCaptionsFile.handler(({ context, input }) =>
    readCaptionsFile(context, projectGrant(context), input.video_id, input.id, input.version),
  ),
  listCaptionsVersions: operations.captions.listCaptionsVersions.handler(async ({ context, input }) => ({
    data: await listCaptionsVersions(context, projectGrant(context), input.video_id, input.id),
  })),
  getTranscript: operations.captions.getTranscript.handler(async ({ context, input }) => {
    const { cues, ...transcript } = await getTranscript(context, projectGrant(context), input.id, input.language);
    // A speaker is left out where nobody is named.
    const spoken = cues.map(({ speaker, ...cue }) => (speaker === null ? cue : { ...cue, speaker }));
    return { data: { ...transcript, cues: spoken } };
  }),
};
