import { operations, projectGround } from "../platform/operations.ts";
import { clipReach, clipStream } from "./clips.ts";
import { startRecording, stopRecording } from "./recording-control.ts";
import { listRecordings, readRecordingRow } from "./recording-list.ts";
import { presentStreamDetail } from "./rows.ts";
import { planTrim, trimRecording } from "./trims.ts";

export const recordingRoutes = {
  listRecordings: operations.recordings.listRecordings.handler(({ context, input }) =>
    listRecordings(context, projectGround(context), input),
  ),
  startRecording: operations.recordings.startRecording.handler(async ({ context, input }) => ({
    data: presentStreamDetail(context, await startRecording(context, projectGround(context), input.id)),
    message: "Recording is started.",
  })),
  stopRecording: operations.recordings.stopRecording.handler(async ({ context, input }) => ({
    data: presentStreamDetail(context, await stopRecording(context, projectGround(context), input.id)),
    message: "Recording is stopped. It becomes a video.",
  })),
  clipStream: operations.recordings.clipStream.handler(async ({ context, input }) => {
    const { id, seconds } = await clipStream(context, projectGround(context), input.id, input.seconds);
    return {
      data: await readRecordingRow(context.db, projectGround(context), id),
      message: clipSentence(seconds, input.seconds),
    };
  }),
  getClipReach: operations.recordings.getClipReach.handler(async ({ context, input }) => ({
    data: { seconds: await clipReach(context, projectGround(context), input.id) },
  })),
  planTrim: operations.recordings.planTrim.handler(async ({ context, input }) => {
    const { beginsAt, endsAt } = await planTrim(context, projectGround(context), input);
    return { data: { from_seconds: beginsAt, to_seconds: endsAt } };
  }),
  trimRecording: operations.recordings.trimRecording.handler(async ({ context, input }) => ({
    data: await readRecordingRow(
      context.db,
      projectGround(context),
      await trimRecording(context, projectGround(context), input),
    ),
    message: "The part is cut out. It becomes a video.",
  })),
};

/** Says how long a clip is, and if that is less than was asked for. */
function clipSentence(seconds: number, wanted: number): string {
  const whole = Math.round(seconds);
  return whole < wanted
    ? `Clip of ${whole} seconds is saved: no more of the last ${wanted} was there.`
    : `Clip of the last ${whole} seconds is saved.`;
}
