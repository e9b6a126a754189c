import { TRIM_MIN_SECONDS } from "@kinora/domain/streams.ts";
import { formatTenths } from "@kinora/domain/vttTime.ts";
import { findTrim, type Trim, type TrimSource } from "@kinora/media/trim.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { announceChange, logStream } from "./announce.ts";
import { insertRecording } from "./recording-records.ts";
import { readStream, type OwnProject } from "./rows.ts";
import { lockStream } from "./service.ts";
import { readTrimSource } from "./trim-source.ts";
import { makeTrimVideo } from "./trim-video.ts";

/** Which part of which recording of a stream. */
interface Wish {
  id: number;
  recording_id: number;
  from_seconds: number;
  to_seconds: number;
}

/**
 * Where a part of a recording or a clip would begin and end.
 * @throws Refusal `not_found`, `conflict` when it is no finished video, `invalid` when it is shorter than that.
 */
export async function planTrim(context: Context, ground: OwnProject, wish: Wish): Promise<Trim> {
  return (await find(context, ground, wish)).trim;
}

/**
 * Lines up a video of a part of a recording or a clip; answers the part's id. Once this answers, it survives the death of any
 * process. @throws Refusal as `planTrim`
 */
export async function trimRecording(context: Context, ground: OwnProject, wish: Wish): Promise<number> {
  const { recording, source, trim } = await find(context, ground, wish);
  const { db, jobs, clock, caller } = context;
  const seconds = trim.endsAt - trim.beginsAt;
  return db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, wish.id);
    const stream = await readStream(tx, ground, wish.id);
    const userId = caller.kind === "user" ? caller.userId : null;
    const at = clock.now();
    const part = {
      video_id: recording.video_id,
      from: trim.beginsAt,
      to: trim.endsAt,
      watermarked: source.watermarked,
    };
    const recordingId = await insertRecording(tx, stream, {
      session_id: recording.session_id,
      kind: "trim",
      state: "saving",
      started_at: at,
      ended_at: at,
      trim: JSON.stringify(part),
      seconds,
      user_id: userId,
    });
    const detail = `${formatTenths(trim.beginsAt)} to ${formatTenths(trim.endsAt)} of ${recording.title}.`;
    await logStream(tx, stream, { type: "trim_made", detail, sessionId: recording.session_id, userId });
    await announceChange(context, tx, stream, "stream.trim_made", {
      recording_id: recordingId,
      of_recording_id: wish.recording_id,
      from_seconds: trim.beginsAt,
      to_seconds: trim.endsAt,
    });
    await jobs.send(tx, makeTrimVideo, { recordingId });
    return recordingId;
  });
}

interface Found {
  recording: { session_id: number | null; video_id: number; title: string };
  source: TrimSource & { watermarked: boolean };
  trim: Trim;
}

async function find(context: Context, ground: OwnProject, wish: Wish): Promise<Found> {
  const row = await context.db
    .selectFrom("stream_recordings as r")
    .leftJoin("videos as v", (join) => join.onRef("v.id", "=", "r.video_id").on("v.deleted_at", "is", null))
    .select(["r.session_id", "v.id as video_id", "v.title", "v.status"])
    .where("r.id", "=", wish.recording_id)
    .where("r.stream_id", "=", wish.id)
    .where("r.project_id", "=", ground.projectId)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", "This recording does not exist or belongs to another livestream.");
  if (row.video_id === null || row.title === null)
    throw new Refusal("conflict", "There is no video of this recording to cut a part out of.");
  if (row.status !== "complete")
    throw new Refusal("conflict", "This recording is still being made. Cut a part out of it once it is complete.");
  const source = await readTrimSource(context, row.video_id);
  if (!source) throw new Refusal("conflict", "No resolution of this recording can be cut. Transcode its video again.");
  const seconds = source.picture.seconds.reduce((sum, length) => sum + length, 0);
  if (wish.from_seconds > seconds - TRIM_MIN_SECONDS) {
    const sentence = `This recording ends at ${formatTenths(seconds)}. Begin at least ${TRIM_MIN_SECONDS} second earlier.`;
    throw new Refusal("invalid", sentence, { fields: { from_seconds: [sentence] } });
  }
  const trim = await findTrim(source, { from: wish.from_seconds, to: wish.to_seconds });
  return { recording: { session_id: row.session_id, video_id: row.video_id, title: row.title }, source, trim };
}
