import { randomUUID } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import { toLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { audit, publish } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { queueTranscode } from "../../transcoding/queue.ts";
import { pushRecording } from "../sessions/recording-records.ts";
import { emitStream, logStream, pushState } from "../streams/announce.ts";

const SYSTEM = { kind: "system" };
type Extension = "flv" | "mkv" | "mp4";
/** Of files that recordings and clips are stored as. */
export const EXTENSIONS: readonly Extension[] = ["flv", "mkv", "mp4"];

/** Storage key of a recording or clip until it becomes a video; outside the stream's folder, which is deleted with the stream. */
export const storedKey = (id: number, extension: Extension) => `live/recordings/${id}.${extension}`;

/** Makes a video of a stored recording or clip and queues its transcode, as for an upload. */
export const saveRecording = task({
  name: "live.save_recording",
  payload: z.object({ recordingId: z.number() }),
  maximumFailures: 8,
  async run(services, { recordingId }) {
    const { db, storage } = services;
    const recording = await readRecording(services, recordingId);
    if (!recording || recording.recording_state !== "saving") return;
    const waiting = await waitingRecording(services, recordingId);
    const videoId = recording.video_id ?? (await makeVideo(services, recording, waiting ?? "flv"));
    const source = `assets/${videoId}/source/${await sourceId(services, videoId)}`;
    if (waiting) await storage.move(storedKey(recordingId, waiting), `${source}.${waiting}`);
    const { to, stored } = await storedSource(services, source);
    if (!stored) throw new Error(`The file of recording ${recordingId} does not exist.`);
    await db.transaction().execute(async (tx) => {
      const video = await tx
        .updateTable("videos")
        .set({
          status: "in_queue",
          source_key: to,
          source_bytes: stored.sizeBytes,
          stored_bytes: stored.sizeBytes,
          updated_at: services.clock.now(),
        })
        .where("id", "=", videoId)
        .where("status", "=", "receiving")
        .where("deleted_at", "is", null)
        .returning(["id", "project_id", "account_id"])
        .executeTakeFirst();
      await setRecordingState(tx, recordingId, "ready");
      if (!video) return;
      await queueTranscode(services, tx, video);
      const { session_id: sessionId, kind } = recording;
      await logStream(tx, recording, { type: "recording_ready", detail: `Saved as video ${videoId}.`, sessionId });
      const payload = { video_id: videoId, session_id: sessionId, recording_id: recordingId, kind };
      await emitStream(services, tx, recording, "recording.ready", SYSTEM, payload);
      await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
      await pushState(tx, recording);
    });
  },
  gaveUp: (services, { recordingId }, failure) => giveUpRecording(services, recordingId, failure.message),
});

/** Marks a recording or clip as failed, with a reason for users, and logs it. */
export async function giveUpRecording(services: Services, recordingId: number, reason: string): Promise<void> {
  const recording = await readRecording(services, recordingId);
  if (!recording) return;
  await services.db.transaction().execute(async (tx) => {
    await setRecordingState(tx, recordingId, "failed", reason);
    const line = { severity: "error" as const, detail: reason, sessionId: recording.session_id };
    await logStream(tx, recording, { type: "recording_failed", ...line });
  });
}

async function setRecordingState(
  tx: Tx,
  id: number,
  state: "ready" | "failed",
  problem: string | null = null,
): Promise<void> {
  const row = await tx
    .updateTable("stream_recordings")
    .set({ state, ...(problem === null ? {} : { problem }) })
    .where("id", "=", id)
    .returning(["id", "stream_id", "kind", "state", "video_id"])
    .executeTakeFirst();
  if (row) await pushRecording(tx, row);
}

type Recording = NonNullable<Awaited<ReturnType<typeof readRecording>>>;

/** A recording or clip joined with its stream, whose id is `id`; null when either does not exist. */
async function readRecording({ db }: Pick<Services, "db">, recordingId: number) {
  const row = await db
    .selectFrom("stream_recordings as recording")
    .innerJoin("streams as stream", "stream.id", "recording.stream_id")
    .innerJoin("projects as project", "project.id", "recording.project_id")
    .select([
      "recording.id as recording_id",
      "recording.kind",
      "recording.state as recording_state",
      "recording.session_id",
      "recording.video_id",
      "recording.started_at",
      "recording.user_id",
      "recording.trim",
      "stream.id",
      "stream.project_id",
      "stream.account_id",
      "stream.hash",
      "stream.name",
      "stream.state",
      "stream.paused",
      "stream.on_air",
      "stream.category_id",
      "stream.record_publish",
      "stream.created_by",
      "project.timezone",
    ])
    .where("recording.id", "=", recordingId)
    .executeTakeFirst();
  return row ?? null;
}

/** Extension of a stored file that is not yet a video's source; null when there is none. */
export async function waitingRecording({ storage }: Pick<Services, "storage">, id: number): Promise<Extension | null> {
  for (const extension of EXTENSIONS) if (await storage.stat(storedKey(id, extension))) return extension;
  return null;
}

/** The stored source of a name without extension. */
async function storedSource({ storage }: Services, name: string) {
  for (const extension of EXTENSIONS) {
    const to = `${name}.${extension}`;
    const stored = await storage.stat(to);
    if (stored) return { to, stored };
  }
  return { to: name, stored: null };
}

/** The source's name, the same in every run of the task. */
async function sourceId({ db }: Services, videoId: number): Promise<string> {
  const { file_id: id } = await db
    .selectFrom("videos")
    .select("file_id")
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  if (!id) throw new Error("A recording's video has no file id.");
  return id;
}

/** Title of the video of a recording or clip, in the project's time zone; a trim is named after its video. */
async function titleOf(on: Executor, { kind, name, started_at: at, timezone, trim }: Recording): Promise<string> {
  if (trim) {
    const whole = await on.selectFrom("videos").select("title").where("id", "=", trim.video_id).executeTakeFirst();
    const title = (whole?.title ?? name).slice(0, VIDEO_TITLE_MAX - 30).toWellFormed();
    return `${title}, ${formatTenths(trim.from)} to ${formatTenths(trim.to)}`;
  }
  const time = toLocalTime(at, timezone).replace("T", " ");
  const short = name.slice(0, VIDEO_TITLE_MAX - 30).toWellFormed();
  return kind === "clip" ? `Clip of ${short}, ${time}` : `${short} ${time}`;
}

async function makeVideo(services: Services, recording: Recording, extension: Extension): Promise<number> {
  const { db, clock } = services;
  const { project_id: projectId, account_id: accountId, kind } = recording;
  // Clips are published by hand.
  const published = kind === "recording" && recording.record_publish;
  const title = await titleOf(db, recording);
  return db.transaction().execute(async (tx) => {
    const video = await tx
      .insertInto("videos")
      .values({
        project_id: projectId,
        account_id: accountId,
        hash: newHash(),
        title,
        status: "receiving",
        recorded: true,
        watermarked: recording.trim?.watermarked ?? false,
        file_id: randomUUID(),
        file_name: `${title}.${extension}`,
        user_id: recording.user_id ?? recording.created_by,
        category_id: recording.category_id,
        published,
        published_at: published ? clock.now() : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("stream_recordings")
      .set({ video_id: video.id })
      .where("id", "=", recording.recording_id)
      .execute();
    await restrictVideo(tx, recording, video.id);
    await services.emit(tx, {
      type: "video.created",
      accountId,
      projectId,
      payload: { video_id: video.id },
      actor: SYSTEM,
    });
    await audit(tx, {
      accountId,
      projectId,
      actor: SYSTEM,
      action: "video.create",
      objectType: "video",
      objectId: video.id,
      objectTitle: title,
      changes: { stream_id: recording.id },
    });
    await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: video.id });
    return video.id;
  });
}

/** A video of a livestream is as restricted as the livestream, and a part of a recording as the recording's video, from its first moment. */
const restrictVideo = (tx: Tx, { id, trim }: Recording, videoId: number) =>
  tx
    .insertInto("restriction_assignments")
    .columns(["project_id", "profile_id", "video_id"])
    .expression((query) =>
      query
        .selectFrom("restriction_assignments")
        .select(["project_id", "profile_id", sql<number>`${videoId}::bigint`.as("video_id")])
        .where(trim ? "video_id" : "stream_id", "=", trim ? trim.video_id : id),
    )
    .execute();
