import type { Tx } from "@kinora/db/connect.ts";
import type { StreamLadder } from "@kinora/domain/streams.ts";
import { Refusal } from "../platform/refusal.ts";
import { fitItem, readLoopItems, type LoopItem } from "./loop-items.ts";

interface FilledLoop {
  streamId: number;
  projectId: number;
  ladder: StreamLadder;
  /** What is in it: that may stay although it can not be played, and is passed over until it can. */
  before: readonly LoopItem[];
}

/**
 * Puts videos into a stream's loop, in their order and in the place of what is there; answers what it plays now.
 * @throws Refusal `invalid` at `field`, with a sentence per video that can not be played.
 */
export async function fillLoop(
  tx: Tx,
  { streamId, projectId, ladder, before }: FilledLoop,
  videoIds: readonly number[],
  field: "video_ids" | "loop_video_id",
): Promise<LoopItem[]> {
  await tx.deleteFrom("stream_loop_items").where("stream_id", "=", streamId).execute();
  const wanted = [...new Set(videoIds)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom("videos")
    .select("id")
    .where("id", "in", wanted)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .forShare()
    .execute();
  if (rows.length < wanted.length)
    throw refuse(field, ["A video of the loop does not exist or belongs to another project."]);
  const items = videoIds.map((videoId, position) => ({
    stream_id: streamId,
    project_id: projectId,
    position,
    video_id: videoId,
  }));
  await tx.insertInto("stream_loop_items").values(items).execute();
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

const refuse = (field: string, sentences: string[]) =>
  new Refusal("invalid", sentences[0] ?? "This loop can not be played.", { fields: { [field]: sentences } });
