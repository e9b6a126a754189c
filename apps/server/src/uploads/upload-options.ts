import type { Tx } from "@kinora/db/connect.ts";
import { LADDER_PRESETS, type LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import type { SourceFile, UploadSource } from "@kinora/domain/uploads/uploads.ts";
import { sql } from "kysely";
import type { Grant } from "../platform/access/scope.ts";
import { lockTagsInOrder } from "../platform/lists/tag-order.ts";
import { Refusal } from "../platform/refusal.ts";

/** Options of a new video beside its title; the project's settings are the defaults. */
export interface UploadOptions {
  description?: string;
  /** Null for none. */
  categoryId?: number | null;
  tagIds?: readonly number[];
  /** True: public as soon as it plays. */
  published?: boolean;
  publishAt?: Date | null;
  /** SHA-256 of the first and last MiB, in hex. */
  fingerprint?: string;
  /** The preset of rungs used instead of its project's ladder. */
  ladderPreset?: LadderPreset;
  source?: UploadSource;
  /** Where an import comes from: the address that is fetched, or a name for `sourceFile`. */
  sourceUrl?: string;
  /** A file of this machine, which only operators can name. */
  sourceFile?: SourceFile;
  /** A header that is sent to the source URL. */
  fetchHeader?: { name: string; sealed: Buffer };
}

/**
 * Reads options from an upload's metadata: `category_id`, `tag_ids` (separated by commas), `published`, `publish_at` (ISO 8601),
 * `ladder_preset` and `fingerprint`.
 * @throws Refusal `invalid` for an invalid value.
 */
export function readUploadOptions(values: ReadonlyMap<string, string>): UploadOptions {
  const options: UploadOptions = {};
  const category = values.get("category_id");
  if (category !== undefined && category !== "") options.categoryId = wholeNumber(category, "category_id");
  const tags = values.get("tag_ids");
  if (tags !== undefined && tags !== "") options.tagIds = tags.split(",").map((text) => wholeNumber(text, "tag_ids"));
  const published = values.get("published");
  if (published === "true" || published === "false") options.published = published === "true";
  else if (published !== undefined && published !== "") throw wrong("published", "Use true or false.");
  const moment = values.get("publish_at");
  if (moment !== undefined && moment !== "") {
    const publishAt = new Date(moment);
    if (Number.isNaN(publishAt.getTime())) throw wrong("publish_at", "Use a time such as 2030-01-31T12:00:00Z.");
    options.publishAt = publishAt;
  }
  const preset = values.get("ladder_preset");
  if (preset !== undefined && preset !== "") {
    const known = LADDER_PRESETS.find((each) => each === preset);
    if (!known) throw wrong("ladder_preset", `Choose one of ${LADDER_PRESETS.join(", ")}.`);
    options.ladderPreset = known;
  }
  const fingerprint = values.get("fingerprint");
  if (fingerprint !== undefined && /^[0-9a-f]{64}$/.test(fingerprint)) options.fingerprint = fingerprint;
  return options;
}

/** Applies options to a new video. @throws Refusal `invalid` for a foreign category, `forbidden` for publishing without the permission. */
export async function applyUploadOptions(
  tx: Tx,
  grant: Grant,
  made: { uploadId: string; videoId: number; now: Date },
  options: UploadOptions,
): Promise<void> {
  const { uploadId, videoId, now } = made;
  if ((options.published || options.publishAt) && !grant.permissions.has("video_publish")) {
    throw new Refusal("forbidden", "Your role lacks the “Publish videos” permission.");
  }
  if (options.categoryId) await requireCategory(tx, grant, options.categoryId);
  const published = options.publishAt ? false : options.published;
  const changes = {
    ...(options.description ? { description: options.description } : {}),
    ...(options.categoryId === undefined ? {} : { category_id: options.categoryId }),
    ...(published === undefined ? {} : { published, published_at: published ? now : null }),
    ...(options.publishAt ? { publish_at: options.publishAt } : {}),
    ...(options.ladderPreset ? { ladder_preset: options.ladderPreset } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("videos").set(changes).where("id", "=", videoId).execute();
  if (options.tagIds && options.tagIds.length > 0) {
    await lockTagsInOrder(tx, videoId, options.tagIds);
    await sql`
      insert into video_tags (video_id, tag_id, project_id)
      select ${videoId}, id, project_id from tags
      where id = any(${options.tagIds.slice(0, 50)}) and project_id = ${grant.projectId} and leaving_at is null`.execute(
      tx,
    );
  }
  const { source, sourceUrl, sourceFile, fetchHeader } = options;
  const kept = {
    ...(source ? { source } : {}),
    ...(sourceUrl ? { source_url: sourceUrl } : {}),
    ...(sourceFile ? { source_file: JSON.stringify(sourceFile) } : {}),
    ...(fetchHeader ? { fetch_header_name: fetchHeader.name, fetch_header_sealed: fetchHeader.sealed } : {}),
  };
  if (Object.keys(kept).length > 0) await tx.updateTable("uploads").set(kept).where("id", "=", uploadId).execute();
}

/** Checks a category that new videos get. @throws Refusal `invalid` unless it is a category of the project that is switched on. */
export async function requireCategory(tx: Tx, grant: Grant, categoryId: number): Promise<void> {
  const category = await tx
    .selectFrom("categories")
    .select("id")
    .where("id", "=", categoryId)
    .where("project_id", "=", grant.projectId)
    .where("active", "=", true)
    .where("leaving_at", "is", null)
    .executeTakeFirst();
  if (!category) throw wrong("category_id", "Choose a category of this project that is switched on.");
}

function wholeNumber(text: string, field: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw wrong(field, "Use whole numbers as ids.");
  return value;
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
