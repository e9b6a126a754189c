import type { Executor } from "@kinora/db/connect.ts";
import { nounOf } from "@kinora/domain/webhooks/events.ts";
import { sql, type RawBuilder } from "kysely";
import type { DomainEvent } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

const STREAM_NOUNS = new Set(["stream", "recording", "restream", "playback"]);
const VIDEO_NOUNS = new Set(["video", "captions", "audio_track", "rendition", "upload", "playback"]);

/**
 * Whether a webhook's filters let an event through, as a condition on a row of `webhooks`: what concerns a video or a livestream
 * has to be of a chosen category, and what concerns a livestream of a chosen one. Other events pass.
 */
export function passesFilters({ type, payload }: DomainEvent): RawBuilder<unknown> {
  const noun = nounOf(type);
  const [videoId, streamId] = [payload["video_id"], payload["stream_id"]];
  if (STREAM_NOUNS.has(noun) && typeof streamId === "number")
    return sql`(stream_ids = '{}' or ${streamId}::bigint = any(stream_ids))
      and (category_ids = '{}' or (select category_id from streams where streams.id = ${streamId}) = any(category_ids))`;
  if (VIDEO_NOUNS.has(noun) && typeof videoId === "number")
    return sql`(category_ids = '{}' or (select category_id from videos where videos.id = ${videoId}) = any(category_ids))`;
  return sql`true`;
}

/** @throws Refusal `invalid` for a category or livestream that the project does not have. */
export async function requireSubjects(
  on: Executor,
  projectId: number,
  { categoryIds, streamIds }: { categoryIds: readonly number[]; streamIds: readonly number[] },
): Promise<void> {
  const categories = await countOf(on, projectId, "categories", categoryIds);
  const streams = await countOf(on, projectId, "streams", streamIds);
  const fields: Record<string, string[]> = {
    ...(categories < new Set(categoryIds).size ? { category_ids: ["Choose categories of this project."] } : {}),
    ...(streams < new Set(streamIds).size ? { stream_ids: ["Choose livestreams of this project."] } : {}),
  };
  const [first] = Object.values(fields).flat();
  if (first !== undefined) throw new Refusal("invalid", first, { fields });
}

async function countOf(
  on: Executor,
  projectId: number,
  table: "categories" | "streams",
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where project_id = ${projectId} and id = any(${ids}::bigint[])`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}
