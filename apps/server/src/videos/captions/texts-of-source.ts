import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Tx } from "@kinora/db/connect.ts";
import { CAPTIONS_MAX, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import { chaptersOfFile, describeTracks } from "@kinora/domain/videos/texts-of-file.ts";
import { extractTexts } from "@kinora/media/probe/extract-texts.ts";
import type { SourceFacts } from "@kinora/media/probe/facts.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task, type Run } from "../../platform/jobs/tasks.ts";
import { GiveUp, Refusal } from "../../platform/refusal.ts";
import { addExtraBytes, announceVideo, goneIsNull, lockVideo, type LockedVideo } from "../video-changes.ts";
import { captionsKey, deleteCaptionsFile } from "./captions-files.ts";
import { readCaptionsUpload } from "./captions-reader.ts";
import { storeCaptions, type CaptionsMeta } from "./captions-stored.ts";

type SourceTexts = Pick<SourceFacts, "texts" | "chapters">;
/** Captions of the source before, which the next one's replace. */
interface FormerCaptions extends CaptionsMeta {
  id: number;
}
/** Captions of a source that could be read. */
interface FoundCaptions {
  meta: CaptionsMeta;
  read: ReadCaptions;
}

const payload = z.object({ video_id: z.number(), version: z.number() });
const SYSTEM = { kind: "system" };

/**
 * Takes the captions and chapters within a source for the video's, once it is ready. Captions in a language that the video
 * has captions in, and chapters where it has any, are left alone; those of a source that was replaced are replaced as well.
 */
export const takeSourceTexts = task({
  name: "videos.take_source_texts",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }, run) {
    const event = await services.db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const ready = payload.safeParse(event?.payload).data;
    const source = ready && (await newSource(services, ready));
    if (!source) return;
    const captions = await readTracks(services, source.key, source.facts, run);
    await services.db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, { projectId: source.projectId }, ready.video_id).catch(goneIsNull);
      // Replaced meanwhile: the next version has its own.
      if (video?.source_key !== source.key) return;
      const former = await removeFormer(services, tx, video);
      await addCaptions(services, tx, video, captions, former);
      await addChapters(services, tx, video, source.facts.chapters ?? []);
    });
  },
});

/** The source that a version is the first of, with its texts; null where it is deleted. */
async function newSource({ db }: Services, { video_id: videoId, version }: z.infer<typeof payload>) {
  const row = await db
    .selectFrom("videos")
    .innerJoin("transcodes", "transcodes.video_id", "videos.id")
    .select(["videos.source_key as key", "videos.project_id as projectId"])
    .select(sql<SourceTexts | null>`transcodes.plan -> 'facts'`.as("facts"))
    .where("videos.id", "=", videoId)
    .where("videos.deleted_at", "is", null)
    .where("transcodes.version", "=", version)
    // What people changed or deleted since must not come back with another ladder of the same source.
    .where(({ eb, or }) => or([eb("transcodes.version", "=", 1), eb("transcodes.replacement", "is not", null)]))
    .executeTakeFirst();
  return row?.key && row.facts ? { key: row.key, facts: row.facts, projectId: row.projectId } : null;
}

async function readTracks(services: Services, key: string, { texts = [] }: SourceTexts, run: Run) {
  if (texts.length === 0) return [];
  const folder = join(services.config.dataDir, "work", run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    let source = services.storage.localPath(key);
    if (source === null) {
      source = join(folder, "source");
      await services.storage.download(key, source, run.signal);
    }
    const files = await extractTexts({ source, tracks: texts, workFolder: folder, signal: run.signal });
    const found: FoundCaptions[] = [];
    for (const [index, meta] of describeTracks(texts).entries()) {
      const read = await readTrack(services, key, meta.label, files[index] ?? "");
      // Nearly every program marks its first track as default, so that says nothing.
      if (read) found.push({ meta: { ...meta, default: false }, read });
    }
    return found;
  } catch (error) {
    if (error instanceof MediaError && !run.signal.aborted && !error.retryable)
      throw new GiveUp(error.code, error.message, false);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A track as captions; null of one that is empty or cannot be read, which the log names. */
async function readTrack({ log }: Services, key: string, label: string, file: string): Promise<ReadCaptions | null> {
  try {
    return await readCaptionsUpload(file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ source: key, label, reason: error.message }, "captions within a source cannot be read");
    return null;
  }
}

/** Deletes the captions of the source before and answers what they were. */
async function removeFormer(services: Services, tx: Tx, video: LockedVideo): Promise<FormerCaptions[]> {
  const removed = await tx
    .deleteFrom("captions")
    .where("video_id", "=", video.id)
    .where("from_source", "=", true)
    .returning(["id", "language", "label", "kind", "by_default as default", "revision", "size_bytes"])
    .execute();
  for (const { id, label, revision, size_bytes: bytes } of removed) {
    await addExtraBytes(tx, video.id, -bytes);
    await services.jobs.send(tx, deleteCaptionsFile, { key: captionsKey(video.id, id, revision) });
    await announceVideo(services, tx, video, { type: "video.captions_deleted", actor: SYSTEM, changes: { label } });
  }
  return removed.toSorted((a, b) => a.id - b.id);
}

async function addCaptions(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  found: readonly FoundCaptions[],
  former: readonly FormerCaptions[],
) {
  const before = await tx
    .selectFrom("captions")
    .select(["label", "language"])
    .where("video_id", "=", video.id)
    .execute();
  const languages = new Set(before.map(({ language }) => language));
  const labels = new Set(before.map(({ label }) => label.toLowerCase()));
  const free = found.filter(({ meta }) => !languages.has(meta.language) && !labels.has(meta.label.toLowerCase()));
  for (const { meta, read } of free.slice(0, Math.max(0, CAPTIONS_MAX - before.length))) {
    // What people chose for the same track of the source before stays chosen.
    const isDefault = former.some((one) => one.default && one.language === meta.language && one.kind === meta.kind);
    await storeCaptions(services, tx, video, { ...meta, default: isDefault }, read, "source");
    const changes = { label: meta.label, language: meta.language };
    await announceVideo(services, tx, video, { type: "video.captions_added", actor: SYSTEM, changes });
  }
}

async function addChapters(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  found: NonNullable<SourceTexts["chapters"]>,
): Promise<void> {
  const chapters = chaptersOfFile(found, video.duration_seconds);
  const { numUpdatedRows } = await tx
    .updateTable("videos")
    .set({ chapters: JSON.stringify(chapters), chapters_from_source: true, updated_at: services.clock.now() })
    .where("id", "=", video.id)
    .where(sql<boolean>`(chapters_from_source or jsonb_array_length(chapters) = 0)`)
    .where(sql<boolean>`chapters <> ${JSON.stringify(chapters)}::jsonb`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const changes = { count: chapters.length };
  await announceVideo(services, tx, video, { type: "video.chapters_changed", actor: SYSTEM, changes });
}
