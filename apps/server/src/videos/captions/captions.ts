import type { caption } from "@kinora/contract/videos/captions.ts";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { SkippedLine } from "@kinora/domain/videos/caption-cues.ts";
import { CAPTIONS_MAX, countAfterEnd } from "@kinora/domain/videos/captions.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/database/unique-violation.ts";
import { requireVersion } from "../../platform/database/version.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { Refusal } from "../../platform/refusal.ts";
import { addExtraBytes, announceByCaller, lockVideo, requireVideo } from "../video-changes.ts";
import { captionsKey, deleteCaptionsFile, missingCaptions, readStoredCaptions } from "./captions-files.ts";
import { readCaptionsUpload } from "./captions-reader.ts";
import { replaceCaptionsFile, storeCaptions, type CaptionsMeta } from "./captions-stored.ts";
import { isKept, removeVersions } from "./captions-versions.ts";

export type CaptionsRow = RowOf<typeof caption>;

/** Captions that were saved, and what of their file was left out: the first places by line. */
export interface SavedCaptions {
  data: CaptionsRow;
  /** How many of a given file begin after the end of the video; 0 while its length is not known. */
  after_end: number;
  skipped: { count: number; lines: SkippedLine[] };
}

/** As many places of a file are named as a person may go through. */
const SKIPPED_NAMED = 50;

/** The captions of a project's video in the order they were added. @throws Refusal `not_found`. */
export async function listCaptions({ db }: Context, grant: ProjectGrant, videoId: number): Promise<CaptionsRow[]> {
  await requireVideo(db, grant, videoId);
  return readCaptionsOf(db, videoId);
}

/** A video's captions in the order they were added. */
export async function readCaptionsOf(db: Executor, videoId: number): Promise<CaptionsRow[]> {
  const { rows } = await sql<CaptionsRow>`
    select c.id, c.language, c.label, c.kind, c.by_default as "default", c.format, c.cues, c.size_bytes, c.revision as version,
      c.automatic, c.published, c.created_at, c.updated_at,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end as created_by
    from captions c left join users u on u.id = c.created_by where c.video_id = ${videoId} order by c.id`.execute(db);
  return rows;
}

/**
 * Adds captions; players list them within seconds. One video has one default.
 * @throws Refusal `invalid` when nothing of the file can be read as WebVTT or SRT, it is too large, or the label is taken.
 */
export async function addCaptions(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  meta: CaptionsMeta,
  file: string,
): Promise<SavedCaptions> {
  const read = await readCaptionsUpload(file);
  const language = readLanguage(meta.language);
  return refuseTakenLabel(() =>
    context.db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, grant, videoId);
      const { count } = await tx
        .selectFrom("captions")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("video_id", "=", videoId)
        .executeTakeFirstOrThrow();
      if (count >= CAPTIONS_MAX) throw new Refusal("conflict", `A video can have up to ${CAPTIONS_MAX} caption files.`);
      if (meta.default) await clearDefault(tx, videoId);
      const createdBy = personOf(context);
      const id = await storeCaptions(context, tx, video, { ...meta, language }, read, { createdBy });
      await announceByCaller(context, tx, video, "video.captions_added", { label: meta.label, language });
      const after_end = countAfterEnd(read, video.duration_seconds);
      return { data: await oneOf(tx, videoId, id), after_end, skipped: named(read.skipped) };
    }),
  );
}

/**
 * Changes captions' metadata and, given a file, their text.
 * @param version of the file that the caller had read.
 * @throws Refusal as `addCaptions` does, `not_found`, `changed_since`.
 */
export async function updateCaptions(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
  { published, ...meta }: CaptionsMeta & { published?: boolean | undefined },
  file: string | null,
  version?: number,
): Promise<SavedCaptions> {
  const read = file === null ? null : await readCaptionsUpload(file);
  const language = readLanguage(meta.language);
  return refuseTakenLabel(() =>
    context.db.transaction().execute(async (tx) => {
      const video = await lockVideo(tx, grant, videoId);
      const before = await lockCaptions(tx, videoId, id);
      requireVersion({ version: before.revision }, version, "file");
      if (meta.default) await clearDefault(tx, videoId);
      if (read)
        await replaceCaptionsFile(context, tx, video, { id, revision: before.revision }, read, personOf(context));
      await tx
        .updateTable("captions")
        .set({
          language,
          label: meta.label,
          kind: meta.kind,
          by_default: meta.default,
          published,
          updated_at: context.clock.now(),
          ...(read ? { from_source: false, automatic: false } : {}),
        })
        .where("id", "=", id)
        .execute();
      await announceByCaller(context, tx, video, "video.captions_changed", { label: [before.label, meta.label] });
      const after_end = read ? countAfterEnd(read, video.duration_seconds) : 0;
      return { data: await oneOf(tx, videoId, id), after_end, skipped: named(read?.skipped ?? []) };
    }),
  );
}

/** Deletes captions; players stop listing them within seconds. @throws Refusal `not_found`. */
export async function deleteCaptions(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const row = await lockCaptions(tx, videoId, id);
    const kept = await removeVersions(context, tx, videoId, id);
    await tx.deleteFrom("captions").where("id", "=", id).execute();
    await addExtraBytes(tx, videoId, -row.size_bytes - kept);
    await context.jobs.send(tx, deleteCaptionsFile, { key: captionsKey(videoId, id, row.revision) });
    await announceByCaller(context, tx, video, "video.captions_deleted", { label: row.label });
  });
}

/** The WebVTT of captions, or of a version before that is kept, with a file name. @throws Refusal `not_found`. */
export async function readCaptionsFile(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
  version?: number,
): Promise<{ file_name: string; file: string; version: number }> {
  await requireVideo(context.db, grant, videoId);
  const row = await context.db
    .selectFrom("captions")
    .select(["revision", "label", "language"])
    .where("id", "=", id)
    .where("video_id", "=", videoId)
    .executeTakeFirst();
  if (!row) throw missingCaptions();
  const wanted = version ?? row.revision;
  if (wanted !== row.revision && !(await isKept(context.db, id, wanted)))
    throw new Refusal("not_found", "This version of the captions is not kept.");
  const file = await readStoredCaptions(context, captionsKey(videoId, id, wanted));
  const name = row.label.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "_").trim() || "captions";
  return { file_name: `${name}.${row.language}.vtt`, file, version: wanted };
}

const personOf = ({ caller }: Context): number | null => (caller.kind === "user" ? caller.userId : null);

const named = (skipped: readonly SkippedLine[]) => ({
  count: skipped.length,
  lines: skipped.slice(0, SKIPPED_NAMED),
});

async function oneOf(tx: Tx, videoId: number, id: number): Promise<CaptionsRow> {
  const row = (await readCaptionsOf(tx, videoId)).find((each) => each.id === id);
  if (!row) throw missingCaptions();
  return row;
}

async function lockCaptions(tx: Tx, videoId: number, id: number) {
  const row = await tx
    .selectFrom("captions")
    .select(["label", "revision", "size_bytes"])
    .where("id", "=", id)
    .where("video_id", "=", videoId)
    .executeTakeFirst();
  if (!row) throw missingCaptions();
  return row;
}

const clearDefault = (tx: Tx, videoId: number) =>
  tx
    .updateTable("captions")
    .set({ by_default: false })
    .where("video_id", "=", videoId)
    .where("by_default", "=", true)
    .execute();

function readLanguage(text: string): string {
  const language = canonicalLanguage(text);
  if (language === null) throw wrong("language", "This is not a language such as en or pt-BR.");
  return language;
}

async function refuseTakenLabel<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) === "captions_label")
      throw wrong("label", "This video has captions with this label already.");
    throw error;
  }
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
