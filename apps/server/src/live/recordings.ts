import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { audit, publish } from "../platform/events.ts";
import { newHash } from "../platform/hash.ts";
import { task } from "../platform/tasks.ts";
import { queueTranscode } from "../transcoding/queue.ts";
import { emitStream, logStream, pushState } from "./announce.ts";
import { recordingPath } from "./recorder.ts";
import { readableRecording, type RecordingFile } from "./recording-container.ts";

const SYSTEM = { kind: "system" };
/** A file that has nothing but its header. */
const EMPTY_BYTES = 1_024;

// Not in the stream's folder, which goes with the stream.
const storedKey = (sessionId: number, extension: Extension) => `live/recordings/${sessionId}.${extension}`;
type Extension = RecordingFile["extension"];
const EXTENSIONS: readonly Extension[] = ["flv", "mkv"];

/**
 * Hands what was recorded of a session on: the file goes into storage and a task makes a video of it. Twice is the same as once; a
 * session of which nothing was recorded is left alone.
 */
export async function handOnRecording(services: Services, sessionId: number): Promise<void> {
  const { config, storage, db, jobs } = services;
  const path = recordingPath(config.dataDir, sessionId);
  const file = await stat(path).catch(() => null);
  if (!file) return;
  const isEmpty = file.size < EMPTY_BYTES;
  if (!isEmpty) {
    const readable = await readableRecording(path);
    await storage.putFile(storedKey(sessionId, readable.extension), readable.path);
    if (readable.path !== path) await rm(path);
  }
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("stream_sessions")
      .set({ recording: isEmpty ? "none" : "saving" })
      .where("id", "=", sessionId)
      .where("recording", "in", ["recording", "failed"])
      .returning("id")
      .executeTakeFirst();
    if (row && !isEmpty) await jobs.send(tx, saveRecording, { sessionId });
  });
}

/** Makes a video of a session's recording; from there on it goes the way of every upload. */
export const saveRecording = task({
  name: "live.save_recording",
  payload: z.object({ sessionId: z.number() }),
  maximumFailures: 8,
  async run(services, { sessionId }) {
    const { db, storage } = services;
    const session = await readSession(services, sessionId);
    if (!session || session.recording !== "saving") return;
    const waiting = await waitingRecording(services, sessionId);
    const videoId = session.recording_video_id ?? (await makeVideo(services, session, waiting ?? "flv"));
    const source = `assets/${videoId}/source/${await sourceId(services, videoId)}`;
    if (waiting) await storage.move(storedKey(sessionId, waiting), `${source}.${waiting}`);
    const { to, stored } = await storedSource(services, source);
    if (!stored) throw new Error(`The recording of session ${sessionId} is gone.`);
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
      await tx.updateTable("stream_sessions").set({ recording: "ready" }).where("id", "=", sessionId).execute();
      if (!video) return;
      await queueTranscode(services, tx, video);
      const stream = { ...session, id: session.stream_id };
      await logStream(tx, stream, { type: "recording_ready", detail: `It is the video ${videoId}.`, sessionId });
      await emitStream(services, tx, stream, "recording.ready", SYSTEM, { video_id: videoId, session_id: sessionId });
      await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
      await pushState(tx, stream);
    });
  },
  async gaveUp(services, { sessionId }, failure) {
    const session = await readSession(services, sessionId);
    if (!session) return;
    await services.db.updateTable("stream_sessions").set({ recording: "failed" }).where("id", "=", sessionId).execute();
    const stream = { ...session, id: session.stream_id };
    const line = { severity: "error" as const, detail: failure.message, sessionId };
    await logStream(services.db, stream, { type: "recording_failed", ...line });
  },
});

/** Recordings that become videos. */
export const liveTasks = [saveRecording];

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

async function readSession({ db }: Pick<Services, "db">, sessionId: number) {
  const row = await db
    .selectFrom("stream_sessions as session")
    .innerJoin("streams as stream", "stream.id", "session.stream_id")
    .select([
      "session.id as session_id",
      "session.stream_id",
      "session.project_id",
      "session.account_id",
      "session.recording",
      "session.recording_video_id",
      "session.started_at",
      "stream.hash",
      "stream.name",
      "stream.state",
      "stream.paused",
      "stream.on_air",
      "stream.category_id",
      "stream.record_publish",
      "stream.created_by",
    ])
    .where("session.id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/** What lies in storage of a session and is not yet a video's source. */
async function waitingRecording({ storage }: Services, sessionId: number): Promise<Extension | null> {
  for (const extension of EXTENSIONS) if (await storage.stat(storedKey(sessionId, extension))) return extension;
  return null;
}

/** The source under a name without its ending; nothing stored where there is none. */
async function storedSource({ storage }: Services, name: string) {
  for (const extension of EXTENSIONS) {
    const to = `${name}.${extension}`;
    const stored = await storage.stat(to);
    if (stored) return { to, stored };
  }
  return { to: name, stored: null };
}

/** A name of the source that is the same however often the task runs. */
async function sourceId({ db }: Services, videoId: number): Promise<string> {
  const { file_id: id } = await db
    .selectFrom("videos")
    .select("file_id")
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  if (!id) throw new Error("A recording's video has a name for its source.");
  return id;
}

async function makeVideo(services: Services, session: Session, extension: Extension): Promise<number> {
  const { db, clock } = services;
  const { project_id: projectId, account_id: accountId, record_publish: published } = session;
  const at = session.started_at.toISOString().slice(0, 16).replace("T", " ");
  const title = `${session.name.slice(0, VIDEO_TITLE_MAX - 20).toWellFormed()} ${at}`;
  return db.transaction().execute(async (tx) => {
    const video = await tx
      .insertInto("videos")
      .values({
        project_id: projectId,
        account_id: accountId,
        hash: newHash(),
        title,
        status: "receiving",
        file_id: randomUUID(),
        file_name: `${title}.${extension}`,
        user_id: session.created_by,
        category_id: session.category_id,
        published,
        published_at: published ? clock.now() : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("stream_sessions")
      .set({ recording_video_id: video.id })
      .where("id", "=", session.session_id)
      .execute();
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
      changes: { stream_id: session.stream_id },
    });
    await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: video.id });
    return video.id;
  });
}
