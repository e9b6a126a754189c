import type { Tx } from "@kinora/db/connect.ts";
import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import { sql } from "kysely";
import { Refusal } from "../../platform/refusal.ts";
import { fitItem, readLoopItems, type LoopItem } from "./loop-items.ts";

interface StoredLoop {
  streamId: number;
  projectId: number;
  ladder: StreamLadder;
  /** The current items: they may stay although they cannot be played, and are skipped. */
  before: readonly LoopItem[];
}

/**
 * Replaces the videos of a stream's loop. Returns the new items.
 * @throws Refusal `invalid` at `field`, with a sentence per new video that cannot be played.
 */
export async function replaceLoopItems(
  tx: Tx,
  { streamId, projectId, ladder, before }: StoredLoop,
  videoIds: readonly number[],
  field: "video_ids" | "loop_video_id",
): Promise<LoopItem[]> {
  const wanted = [...new Set(videoIds)];
  const rows = await tx
    .selectFrom("videos")
    .select("id")
    .where("id", "in", wanted.length > 0 ? wanted : [0])
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .forShare()
    .execute();
  if (rows.length < wanted.length)
    throw refuse(field, ["A video of the loop does not exist or belongs to another project."]);
  await writeLoopItems(tx, { streamId, projectId }, videoIds);
  const after = await readLoopItems(tx, streamId);
  const problems = new Map<number, string>();
  for (const item of after) {
    const { problem } = fitItem(item, ladder);
    if (problem && !before.some(({ id }) => id === item.id))
      problems.set(item.id, `${item.title || "A video"}: ${problem}`);
  }
  const sentences = videoIds.flatMap((videoId) => problems.get(videoId) ?? []);
  if (sentences.length > 0) throw refuse(field, [...new Set(sentences)]);
  return after;
}

/** Stores the videos of a loop in their order, whether or not they can be played now. Those of other projects are left out. */
export async function writeLoopItems(
  tx: Tx,
  { streamId, projectId }: Pick<StoredLoop, "streamId" | "projectId">,
  videoIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom("stream_loop_items").where("stream_id", "=", streamId).execute();
  await sql`
    insert into stream_loop_items (stream_id, project_id, position, video_id)
    select ${streamId}::bigint, ${projectId}::bigint, row_number() over (order by wanted.place) - 1, v.id
    from unnest(${[...videoIds]}::bigint[]) with ordinality as wanted(id, place)
    join videos v on v.id = wanted.id and v.project_id = ${projectId} and v.deleted_at is null`.execute(tx);
}

const refuse = (field: string, sentences: string[]) =>
  new Refusal("invalid", sentences[0] ?? "This loop cannot be played.", { fields: { [field]: sentences } });
