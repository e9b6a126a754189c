import { TRIM_MIN_SECONDS } from "@kinora/domain/live/streams.ts";
import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { findTrim, type Trim, type TrimSource } from "@kinora/media/encoding/trim.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { insertRecording } from "../sessions/recording-records.ts";
import { announceChange, logStream } from "../streams/announce.ts";
import { readStream, type OwnProject } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";
import { readTrimSource } from "./trim-source.ts";
import { makeTrimVideo } from "./trim-video.ts";

/** A trim of a stream's recording. */
interface TrimRequest {
  id: number;
  recording_id: number;
  from_seconds: number;
  to_seconds: number;
}

/**
 * Start and end of a trim of a recording or clip, moved to cut points.
 * @throws Refusal `not_found`, `conflict` when it has no complete video, `invalid` when the trim starts too close to its end.
 */
export async function planTrim(context: Context, grant: OwnProject, request: TrimRequest): Promise<Trim> {
  return (await find(context, grant, request)).trim;
}

/**
 * Queues a video of a trim of a recording or clip; returns the trim's id. Once this resolves, the trim survives a crash.
 * @throws Refusal as `planTrim`
 */
export async function trimRecording(context: Context, grant: OwnProject, request: TrimRequest): Promise<number> {
  const { recording, source, trim } = await find(context, grant, request);
  const { db, jobs, clock, caller } = context;
  const seconds = trim.endsAt - trim.beginsAt;
  return db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, request.id);
    const stream = await readStream(tx, grant, request.id);
    const userId = caller.kind === "user" ? caller.userId : null;
    const at = clock.now();
    const trimColumn = {
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
      trim: JSON.stringify(trimColumn),
      seconds,
      user_id: userId,
    });
    const detail = `${formatTenths(trim.beginsAt)} to ${formatTenths(trim.endsAt)} of ${recording.title}.`;
    await logStream(tx, stream, { type: "trim_made", detail, sessionId: recording.session_id, userId });
    await announceChange(context, tx, stream, "stream.trim_made", {
      recording_id: recordingId,
      of_recording_id: request.recording_id,
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

async function find(context: Context, grant: OwnProject, request: TrimRequest): Promise<Found> {
  const row = await context.db
    .selectFrom("stream_recordings as r")
    .leftJoin("videos as v", (join) => join.onRef("v.id", "=", "r.video_id").on("v.deleted_at", "is", null))
    .select(["r.session_id", "v.id as video_id", "v.title", "v.status"])
    .where("r.id", "=", request.recording_id)
    .where("r.stream_id", "=", request.id)
    .where("r.project_id", "=", grant.projectId)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", "This recording does not exist or belongs to another livestream.");
  if (row.video_id === null || row.title === null)
    throw new Refusal("conflict", "This recording has no video to trim.");
  if (row.status !== "complete")
    throw new Refusal("conflict", "This recording is still being processed. Trim it once it is complete.");
  const source = await readTrimSource(context, row.video_id);
  if (!source)
    throw new Refusal("conflict", "No resolution of this recording can be trimmed. Transcode its video again.");
  const seconds = source.picture.seconds.reduce((sum, length) => sum + length, 0);
  if (request.from_seconds > seconds - TRIM_MIN_SECONDS) {
    const sentence = `This recording ends at ${formatTenths(seconds)}. Begin at least ${TRIM_MIN_SECONDS} second earlier.`;
    throw new Refusal("invalid", sentence, { fields: { from_seconds: [sentence] } });
  }
  const trim = await findTrim(source, { from: request.from_seconds, to: request.to_seconds });
  return { recording: { session_id: row.session_id, video_id: row.video_id, title: row.title }, source, trim };
}
