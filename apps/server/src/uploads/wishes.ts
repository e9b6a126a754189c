import type { Tx } from "@kinora/db/connect.ts";
import { LADDER_PRESETS, type LadderPreset } from "@kinora/domain/projectLadder.ts";
import type { UploadSource } from "@kinora/domain/uploads.ts";
import { sql } from "kysely";
import { Refusal } from "../platform/refusal.ts";
import type { Ground } from "../platform/scope.ts";
import { lockTagsInOrder } from "../platform/tag-order.ts";

/** What whoever uploads wants of the new video beside its title; what is left out is the project's own way. */
export interface Wishes {
  description?: string;
  /** Null for none. */
  categoryId?: number | null;
  tagIds?: readonly number[];
  /** True: public as soon as it plays. */
  published?: boolean;
  publishAt?: Date | null;
  /** SHA-256 of the first and last MiB, in hex. */
  fingerprint?: string;
  /** The rungs it is made with instead of its project's. */
  ladderPreset?: LadderPreset;
  source?: UploadSource;
  sourceUrl?: string;
  /** A header its address is asked with. */
  fetchHeader?: { name: string; sealed: Buffer };
}

/**
 * Reads wishes from an upload's metadata: `category_id`, `tag_ids` (divided by commas), `published`, `publish_at` (ISO 8601),
 * `ladder_preset` and `fingerprint`.
 * @throws Refusal `invalid` for a value that is none.
 */
export function readWishes(values: ReadonlyMap<string, string>): Wishes {
  const wishes: Wishes = {};
  const category = values.get("category_id");
  if (category !== undefined && category !== "") wishes.categoryId = wholeNumber(category, "category_id");
  const tags = values.get("tag_ids");
  if (tags !== undefined && tags !== "") wishes.tagIds = tags.split(",").map((text) => wholeNumber(text, "tag_ids"));
  const published = values.get("published");
  if (published === "true" || published === "false") wishes.published = published === "true";
  else if (published !== undefined && published !== "") throw wrong("published", "Say true or false.");
  const moment = values.get("publish_at");
  if (moment !== undefined && moment !== "") {
    const publishAt = new Date(moment);
    if (Number.isNaN(publishAt.getTime())) throw wrong("publish_at", "Write the moment as 2030-01-31T12:00:00Z.");
    wishes.publishAt = publishAt;
  }
  const preset = values.get("ladder_preset");
  if (preset !== undefined && preset !== "") {
    const known = LADDER_PRESETS.find((each) => each === preset);
    if (!known) throw wrong("ladder_preset", `Choose one of ${LADDER_PRESETS.join(", ")}.`);
    wishes.ladderPreset = known;
  }
  const fingerprint = values.get("fingerprint");
  if (fingerprint !== undefined && /^[0-9a-f]{64}$/.test(fingerprint)) wishes.fingerprint = fingerprint;
  return wishes;
}

/** Gives a new video what was wished for it. @throws Refusal `invalid` for a foreign category, `forbidden` for publishing without the permission. */
export async function applyWishes(
  tx: Tx,
  ground: Ground,
  made: { uploadId: string; videoId: number; now: Date },
  wishes: Wishes,
): Promise<void> {
  const { uploadId, videoId, now } = made;
  if ((wishes.published || wishes.publishAt) && !ground.permissions.has("video_publish")) {
    throw new Refusal("forbidden", "Your role lacks the permission video_publish.");
  }
  if (wishes.categoryId) await checkCategory(tx, ground, wishes.categoryId);
  const published = wishes.publishAt ? false : wishes.published;
  const changes = {
    ...(wishes.description ? { description: wishes.description } : {}),
    ...(wishes.categoryId === undefined ? {} : { category_id: wishes.categoryId }),
    ...(published === undefined ? {} : { published, published_at: published ? now : null }),
    ...(wishes.publishAt ? { publish_at: wishes.publishAt } : {}),
    ...(wishes.ladderPreset ? { ladder_preset: wishes.ladderPreset } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("videos").set(changes).where("id", "=", videoId).execute();
  if (wishes.tagIds && wishes.tagIds.length > 0) {
    await lockTagsInOrder(tx, videoId, wishes.tagIds);
    await sql`
      insert into video_tags (video_id, tag_id, project_id)
      select ${videoId}, id, project_id from tags
      where id = any(${wishes.tagIds.slice(0, 50)}) and project_id = ${ground.projectId} and leaving_at is null`.execute(
      tx,
    );
  }
  const { fingerprint, source, sourceUrl, fetchHeader } = wishes;
  const kept = {
    ...(fingerprint ? { fingerprint } : {}),
    ...(source ? { source } : {}),
    ...(sourceUrl ? { source_url: sourceUrl } : {}),
    ...(fetchHeader ? { fetch_header_name: fetchHeader.name, fetch_header_sealed: fetchHeader.sealed } : {}),
  };
  if (Object.keys(kept).length > 0) await tx.updateTable("uploads").set(kept).where("id", "=", uploadId).execute();
}

async function checkCategory(tx: Tx, ground: Ground, categoryId: number): Promise<void> {
  const category = await tx
    .selectFrom("categories")
    .select("id")
    .where("id", "=", categoryId)
    .where("project_id", "=", ground.projectId)
    .where("active", "=", true)
    .where("leaving_at", "is", null)
    .executeTakeFirst();
  if (!category) throw wrong("category_id", "Choose a category of this project that is switched on.");
}

function wholeNumber(text: string, field: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw wrong(field, "Write ids as whole numbers.");
  return value;
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
