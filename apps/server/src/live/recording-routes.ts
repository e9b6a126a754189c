import { operations } from "../platform/operations.ts";
import { clipReach, clipStream } from "./clips.ts";
import { startRecording, stopRecording } from "./recording-control.ts";
import { listRecordings, readRecordingRow } from "./recording-list.ts";
import { presentStreamDetail } from "./rows.ts";

export const recordingRoutes = {
  listRecordings: operations.recordings.listRecordings.handler(({ context, input }) => listRecordings(context, input)),
  startRecording: operations.recordings.startRecording.handler(async ({ context, input }) => ({
    data: presentStreamDetail(context, await startRecording(context, input.id)),
    message: "Recording is started.",
  })),
  stopRecording: operations.recordings.stopRecording.handler(async ({ context, input }) => ({
    data: presentStreamDetail(context, await stopRecording(context, input.id)),
    message: "Recording is stopped. It becomes a video.",
  })),
  clipStream: operations.recordings.clipStream.handler(async ({ context, input }) => {
    const { id, seconds } = await clipStream(context, input.id, input.seconds);
    return { data: await readRecordingRow(context.db, id), message: clipSentence(seconds, input.seconds) };
  }),
  getClipReach: operations.recordings.getClipReach.handler(async ({ context, input }) => ({
    data: { seconds: await clipReach(context, input.id) },
  })),
};

/** Says how long a clip is, and if that is less than was asked for. */
function clipSentence(seconds: number, wanted: number): string {
  const whole = Math.round(seconds);
  return whole < wanted
    ? `Clip of ${whole} seconds is saved: no more of the last ${wanted} was there.`
    : `Clip of the last ${whole} seconds is saved.`;
}
