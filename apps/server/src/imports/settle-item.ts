import { type ImportEntry, type ImportFile } from "@kinora/domain/imports/imports.ts";
import { decodeAs, decodeCertain } from "@kinora/domain/text-bytes.ts";
import { CAPTIONS_MAXIMUM_BYTES } from "@kinora/domain/videos/captions.ts";
import { CHAPTERS_MAXIMUM_BYTES, readChapterFile } from "@kinora/domain/videos/chapter-file.ts";
import { languageName } from "@kinora/domain/videos/languages.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { FetchProblem } from "../uploads/import/fetch-url.ts";
import { addCaptions, listCaptions } from "../videos/captions/captions.ts";
import { saveChapters } from "../videos/captions/chapters.ts";
import { uploadPoster } from "../videos/posters/posters-by-hand.ts";
import { endItem } from "./item-state.ts";
import type { ImportItem, ImportJob } from "./job.ts";
import { readChaptersJson } from "./sources/chapters-json.ts";
import { readItemFile } from "./sources/item-file.ts";

/** Settles a running item: false while its file is being fetched. A received video gets its captions, chapters and picture. */
export async function settleItem(
  context: Context,
  grant: ProjectGrant,
  job: ImportJob,
  item: ImportItem,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = context;
  const upload = await db
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select(["uploads.state", "videos.failure", "videos.deleted_at", "videos.id as video_id"])
    .where("uploads.id", "=", item.upload_id ?? "00000000-0000-0000-0000-000000000000")
    .executeTakeFirst();
  if (!upload || upload.deleted_at !== null) {
    await endItem(db, item, "cancelled", { reason: "Its video was deleted." });
  } else if (upload.state === "uploading") {
    return false;
  } else if (upload.state === "complete") {
    const notes = await addDetails({ context, grant, job, signal }, item.entry, upload.video_id);
    await endItem(db, item, "done", { notes });
  } else {
    await endItem(db, item, "failed", { reason: upload.failure?.message ?? "Its file was not received." });
  }
  return true;
}

interface Place {
  context: Context;
  grant: ProjectGrant;
  job: ImportJob;
  signal: AbortSignal;
}

/** Adds what belongs to a video beside its file. @returns what could not be added, one sentence each. */
async function addDetails(place: Place, entry: ImportEntry, videoId: number): Promise<string[]> {
  const { context, grant } = place;
  const notes: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof FetchProblem)) throw error;
      notes.push(`${what}: ${error.message}`);
    }
  };
  const existing = new Set((await listCaptions(context, grant, videoId)).map(({ label }) => label));
  for (const { language, file } of entry.captions) {
    const label = languageName(language);
    // Those of a run that died after adding them.
    if (!existing.has(label))
      await attempt(`Captions (${label})`, () => addCaptionsFile(place, videoId, language, file));
  }
  const { chapters, picture } = entry;
  if (chapters !== null) await attempt("Chapters", () => addChapters(place, videoId, chapters));
  if (picture !== null)
    await attempt("Thumbnail", async () => {
      const bytes = await readItemFile(place, picture, POSTER_MAXIMUM_BYTES);
      await uploadPoster(context, grant, videoId, bytes.toString("base64"));
    });
  return notes;
}

async function addCaptionsFile(place: Place, videoId: number, language: string, file: ImportFile): Promise<void> {
  const text = textOf(await readItemFile(place, file, CAPTIONS_MAXIMUM_BYTES));
  const meta = { language, label: languageName(language), kind: "subtitles", default: false } as const;
  await addCaptions(place.context, place.grant, videoId, meta, text);
}

async function addChapters(
  place: Place,
  videoId: number,
  chapters: NonNullable<ImportEntry["chapters"]>,
): Promise<void> {
  const { context, grant } = place;
  if (Array.isArray(chapters)) {
    await saveChapters(context, grant, videoId, chapters);
    return;
  }
  const text = textOf(await readItemFile(place, chapters, CHAPTERS_MAXIMUM_BYTES));
  const read = text.trimStart().startsWith("{") ? readChaptersJson(text) : readChapterFile(text).chapters;
  await saveChapters(context, grant, videoId, read);
}

/** Files that are not Unicode are read in the encoding that browsers take for unknown Western text (Encoding Standard). */
function textOf(bytes: Buffer): string {
  const text = (decodeCertain(bytes) ?? decodeAs(bytes, "windows-1252"))?.text;
  if (text === undefined) throw new Refusal("invalid", "The file is no text.");
  return text;
}
