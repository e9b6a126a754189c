import type { Executor } from "@kinora/db/connect.ts";
import { CLIP_SECONDS } from "@kinora/domain/live/streams.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { internalHeaders } from "../../platform/secrets/internal-token.ts";
import { keptFolder, liveFolder } from "../media/live-files.ts";
import { insertRecording, pushRecording } from "../sessions/recording-records.ts";
import { liveHostUrl } from "../sessions/sessions.ts";
import { announceChange, logStream } from "../streams/announce.ts";
import { readStream, type OwnProject, type StreamRow } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";
import type { ClipCut } from "./clip-cut.ts";
import { makeClipVideo } from "./clip-video.ts";
import { giveUpRecording } from "./recordings.ts";

const PATIENCE_MS = 15_000;
/** Files copied at the same time. */
const COPIED_AT_ONCE = 8;

const answered: z.ZodType<ClipCut> = z.object({
  pieces: z.object({
    init: z.string(),
    segments: z.array(z.object({ name: z.string(), seam: z.boolean() })).min(1),
    stretches: z.array(z.object({ fromMs: z.number(), untilMs: z.number(), atMs: z.number() })).optional(),
  }),
  seconds: z.number(),
});

/** Longest clip possible at this moment, in seconds: 0 to 300. */
export async function clipReach(context: Context, grant: OwnProject, id: number): Promise<number> {
  const cut = await askForCut(context, await readStream(context.db, grant, id), `seconds=${CLIP_SECONDS.max}`);
  return Math.min(CLIP_SECONDS.max, Math.floor(cut?.seconds ?? 0));
}

/**
 * Makes a clip of the last seconds of the encoder's output, whether viewers saw it or not, and queues its video. Once this resolves,
 * the clip survives a crash. Returns its id and its duration in seconds.
 *
 * @throws Refusal `conflict` when these seconds have no encoder output, or the live service does not answer.
 */
export async function clipStream(
  context: Context,
  grant: OwnProject,
  id: number,
  seconds: number,
): Promise<{ id: number; seconds: number }> {
  const at = context.clock.now();
  const cut = await askForCut(context, await readStream(context.db, grant, id), `seconds=${seconds}&now=1`);
  if (!cut) throw new Refusal("conflict", `The encoder sent nothing in the last ${seconds} seconds.`);
  const clipId = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const stream = await readStream(tx, grant, id);
    const userId = context.caller.kind === "user" ? context.caller.userId : null;
    const recordingId = await insertRecording(tx, stream, {
      session_id: stream.session_id,
      kind: "clip",
      state: "stopping",
      started_at: at,
      ended_at: at,
      pieces: JSON.stringify(cut.pieces),
      seconds: cut.seconds,
      user_id: userId,
    });
    const detail = `The last ${Math.round(cut.seconds)} seconds.`;
    await logStream(tx, stream, { type: "clip_made", detail, sessionId: stream.session_id, userId });
    await announceChange(context, tx, stream, "stream.clip_made", { recording_id: recordingId, seconds: cut.seconds });
    return recordingId;
  });
  if (!(await keepClip(context, clipId)))
    throw new Refusal("conflict", "These seconds are already deleted. Choose fewer, or set a longer DVR window.");
  return { id: clipId, seconds: cut.seconds };
}

/**
 * Copies a clip's segments out of the stream's folder, where they expire, and queues its video. Idempotent. Returns false when a
 * segment is already deleted; the clip has failed then.
 */
export async function keepClip(services: Services, clipId: number): Promise<boolean> {
  const { db, storage, jobs } = services;
  const clip = await db
    .selectFrom("stream_recordings")
    .select(["stream_id", "pieces"])
    .where("id", "=", clipId)
    .where("kind", "=", "clip")
    .where("state", "=", "stopping")
    .executeTakeFirst();
  if (!clip?.pieces) return true;
  const names = [clip.pieces.init, ...clip.pieces.segments.map(({ name }) => name)];
  try {
    for (let at = 0; at < names.length; at += COPIED_AT_ONCE) {
      const copies = await Promise.allSettled(
        names
          .slice(at, at + COPIED_AT_ONCE)
          .map((name) => storage.copy(`${liveFolder(clip.stream_id)}/${name}`, `${keptFolder(clipId)}/${name}`)),
      );
      // All copies have settled before the copied files are deleted below.
      const failed = copies.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    }
  } catch (error) {
    if (!(error instanceof NotStored)) throw error;
    await storage.deletePrefix(`${keptFolder(clipId)}/`);
    await giveUpRecording(services, clipId, "The media of this clip no longer exists.");
    return false;
  }
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("stream_recordings")
      .set({ state: "saving" })
      .where("id", "=", clipId)
      .where("state", "=", "stopping")
      .returning(["id", "stream_id", "kind", "state", "video_id"])
      .executeTakeFirst();
    if (!row) return;
    await jobs.send(tx, makeClipVideo, { recordingId: clipId });
    await pushRecording(tx, row);
  });
  return true;
}

/** Asks the live service for a clip's segments; null when there are none. @throws Refusal `conflict` when it does not answer. */
async function askForCut(
  { db, log, secrets, tracing }: Pick<Context, "log" | "secrets" | "tracing"> & { db: Executor },
  { id, hash, on_air: onAir }: StreamRow,
  query: string,
): Promise<ClipCut | null> {
  if (onAir === "nothing") return null;
  const host = await liveHostUrl(db, id);
  try {
    if (host === null) throw new Error("No live role runs.");
    const answer = await fetch(`${host}/live/${hash}/clip.json?${query}`, {
      headers: internalHeaders(secrets, tracing),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status === 404) return null;
    return answered.parse(await answer.json());
  } catch (error) {
    log.warn({ err: error, stream: id }, "clip not cut");
    throw new Refusal("conflict", "The live service does not answer. Try again in a moment.");
  }
}
