import { operations, projectGrant } from "../platform/http/operations.ts";
import { clipReach, clipStream } from "./recordings/clips.ts";
import { startRecording, stopRecording } from "./recordings/recording-control.ts";
import { listRecordings, readRecordingRow } from "./recordings/recording-list.ts";
import { planTrim, trimRecording } from "./recordings/trims.ts";
import { presentStreamDetail } from "./streams/rows.ts";

export const recordingRoutes = {
  listRecordings: operations.recordings.listRecordings.handler(({ context, input }) =>
    listRecordings(context, projectGrant(context), input),
  ),
  startRecording: operations.recordings.startRecording.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await startRecording(context, projectGrant(context), input.id)),
    message: "Recording is started.",
  })),
  stopRecording: operations.recordings.stopRecording.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await stopRecording(context, projectGrant(context), input.id)),
    message: "Recording is stopped. It becomes a video.",
  })),
  clipStream: operations.recordings.clipStream.handler(async ({ context, input }) => {
    const { id, seconds } = await clipStream(context, projectGrant(context), input.id, input.seconds);
    return {
      data: await readRecordingRow(context.db, projectGrant(context), id),
      message: clipSentence(seconds, input.seconds),
    };
  }),
  getClipReach: operations.recordings.getClipReach.handler(async ({ context, input }) => ({
    data: { seconds: await clipReach(context, projectGrant(context), input.id) },
  })),
  planTrim: operations.recordings.planTrim.handler(async ({ context, input }) => {
    const { beginsAt, endsAt } = await planTrim(context, projectGrant(context), input);
    return { data: { from_seconds: beginsAt, to_seconds: endsAt } };
  }),
  trimRecording: operations.recordings.trimRecording.handler(async ({ context, input }) => ({
    data: await readRecordingRow(
      context.db,
      projectGrant(context),
      await trimRecording(context, projectGrant(context), input),
    ),
    message: "The trim is saved. It becomes a video.",
  })),
};

/** A sentence with the clip's duration, and whether it is shorter than requested. */
function clipSentence(seconds: number, wanted: number): string {
  const whole = Math.round(seconds);
  return whole < wanted
    ? `Clip of ${whole} seconds is saved: the last ${wanted} had no more.`
    : `Clip of the last ${whole} seconds is saved.`;
}
