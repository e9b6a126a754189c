import type { Tx } from "@kinora/db/connect.ts";
import { cutCaptions } from "@kinora/domain/videos/caption-cut.ts";
import { readCaptions, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { announceVideo, goneIsNull, lockVideo, type LockedVideo } from "../video-changes.ts";
import { captionsKey, readStoredCaptions } from "./captions-files.ts";
import { storeCaptions, type CaptionsMeta } from "./captions-stored.ts";

const payload = z.object({ video_id: z.number(), version: z.literal(1) });
const SYSTEM = { kind: "system" };

/** Captions that a part takes along. */
interface TakenCaptions {
  meta: CaptionsMeta;
  marking: { automatic: boolean; published: boolean };
  read: ReadCaptions;
}

/**
 * Gives a part of a recording or clip, once its video is ready, the captions of what it is cut from, as they are at that moment: with its
 * times, and marked as automatic, published and standard as those are. Once: a part that has captions keeps them.
 */
export const takeCaptionsOfWhole = task({
  name: "videos.take_captions_of_whole",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const event = await services.db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const videoId = payload.safeParse(event?.payload).data?.video_id;
    const part = videoId === undefined ? null : await readPart(services, videoId);
    if (videoId === undefined || !part?.trim) return;
    const taken = await readWhole(services, part.trim);
    if (taken.length === 0) return;
    await services.db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId: part.project_id }, videoId).catch(goneIsNull);
      if (!video || video.version > 1 || (await hasCaptions(tx, videoId))) return;
      for (const each of taken) await addTaken(services, tx, video, each);
    });
  },
});

async function readPart({ db }: Pick<Services, "db">, videoId: number) {
  const row = await db
    .selectFrom("stream_recordings")
    .select(["project_id", "trim"])
    .where("video_id", "=", videoId)
    .where("kind", "=", "trim")
    .executeTakeFirst();
  return row ?? null;
}

/** The captions of a video that have words between two moments. */
async function readWhole(
  services: Services,
  { video_id: videoId, from, to }: { video_id: number; from: number; to: number },
): Promise<TakenCaptions[]> {
  const rows = await services.db
    .selectFrom("captions")
    .select(["id", "revision", "language", "label", "kind", "by_default", "automatic", "published"])
    .where("video_id", "=", videoId)
    .orderBy("id")
    .execute();
  const taken: TakenCaptions[] = [];
  for (const { id, revision, language, label, kind, by_default, automatic, published } of rows) {
    const whole = await readStoredCaptions(services, captionsKey(videoId, id, revision)).catch(notStoredIsNull);
    const vtt = whole === null ? null : cutCaptions(whole, { from, to });
    if (vtt === null) continue;
    const meta = { language, label, kind, default: by_default };
    taken.push({ meta, marking: { automatic, published }, read: readCaptions(vtt) });
  }
  return taken;
}

async function hasCaptions(tx: Tx, videoId: number): Promise<boolean> {
  const found = await tx.selectFrom("captions").select("id").where("video_id", "=", videoId).limit(1).execute();
  return found.length > 0;
}

async function addTaken(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  { meta, marking, read }: TakenCaptions,
): Promise<void> {
  const id = await storeCaptions(services, tx, video, meta, read, { createdBy: null });
  await tx.updateTable("captions").set(marking).where("id", "=", id).execute();
  const changes = { label: meta.label, language: meta.language, automatic: marking.automatic };
  await announceVideo(services, tx, video, { type: "video.captions_added", actor: SYSTEM, changes });
}

/** The whole was deleted with its files meanwhile. */
function notStoredIsNull(error: unknown): null {
  if (error instanceof NotStored) return null;
  throw error;
}
