import type { Executor } from "@kinora/db/connect.ts";
import { CLIP_SECONDS } from "@kinora/domain/streams.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { announceChange, logStream } from "./announce.ts";
import type { ClipCut } from "./clip-cut.ts";
import { makeClipVideo } from "./clip-video.ts";
import { keptFolder, liveFolder } from "./live-files.ts";
import { insertRecording, pushRecording } from "./recording-records.ts";
import { giveUpRecording } from "./recordings.ts";
import { readStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream } from "./service.ts";
import { liveHostUrl } from "./sessions.ts";

const PATIENCE_MS = 15_000;
/** Files that get a second name side by side. */
const SIDE_BY_SIDE = 8;

const answered: z.ZodType<ClipCut> = z.object({
  pieces: z.object({
    init: z.string(),
    segments: z.array(z.object({ name: z.string(), seam: z.boolean() })).min(1),
  }),
  seconds: z.number(),
});

/** How many of the last seconds a clip can have at this moment: 0 to 300. */
export async function clipReach(context: Context, ground: OwnProject, id: number): Promise<number> {
  const cut = await askForCut(context, await readStream(context.db, ground, id), `seconds=${CLIP_SECONDS.max}`);
  return Math.min(CLIP_SECONDS.max, Math.floor(cut?.seconds ?? 0));
}

/**
 * Keeps the last seconds of the encoder's picture, as viewers saw it or, while they see something else, as it is received, and lines them up to become a video. Once this answers, the clip
 * is safe whatever ends. Answers its id and how many seconds there were.
 *
 * @throws Refusal `conflict` when nothing of the encoder was on air in these seconds, or no live role answers.
 */
export async function clipStream(
  context: Context,
  ground: OwnProject,
  id: number,
  seconds: number,
): Promise<{ id: number; seconds: number }> {
  const at = context.clock.now();
  const cut = await askForCut(context, await readStream(context.db, ground, id), `seconds=${seconds}&now=1`);
  if (!cut) throw new Refusal("conflict", `There was nothing of the encoder in the last ${seconds} seconds.`);
  const clipId = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const stream = await readStream(tx, ground, id);
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
    throw new Refusal("conflict", "These seconds are gone already. Ask for fewer, or set a longer DVR window.");
  return { id: clipId, seconds: cut.seconds };
}

/**
 * Gives the segments of a clip a second name, outside of what viewers are shown and what leaves with it, and lines its video up.
 * Twice is the same as once; false when something of it is gone, and the clip with it.
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
    for (let at = 0; at < names.length; at += SIDE_BY_SIDE) {
      const copies = await Promise.allSettled(
        names
          .slice(at, at + SIDE_BY_SIDE)
          .map((name) => storage.copy(`${liveFolder(clip.stream_id)}/${name}`, `${keptFolder(clipId)}/${name}`)),
      );
      // Nothing is copied any more when what was is thrown away.
      const failed = copies.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    }
  } catch (error) {
    if (!(error instanceof NotStored)) throw error;
    await storage.deletePrefix(`${keptFolder(clipId)}/`);
    await giveUpRecording(services, clipId, "What it was to be made of is gone.");
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

/** Asks the live role what a clip can be made of; null for nothing. @throws Refusal `conflict` when none answers. */
async function askForCut(
  { db, log }: Pick<Context, "log"> & { db: Executor },
  { id, hash, on_air: onAir }: StreamRow,
  query: string,
): Promise<ClipCut | null> {
  if (onAir === "nothing") return null;
  const host = await liveHostUrl(db);
  try {
    if (host === null) throw new Error("No live role runs.");
    const answer = await fetch(`${host}/live/${hash}/clip.json?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 404) return null;
    return answered.parse(await answer.json());
  } catch (error) {
    log.warn({ err: error, stream: id }, "a clip could not be cut");
    throw new Refusal("conflict", "The live service does not answer. Try again in a moment.");
  }
}
