import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";

/** A label of videos: a category or a tag. */
type Noun = "category" | "tag";

/** Videos that are moved in one transaction; one page of them is moved with the request itself. */
const PAGE = 500;

const TABLES = { category: "categories", tag: "tags" } as const;

/**
 * Removes a category or tag: it is hidden at once, its videos get the successor or none, and its row is deleted after the
 * last of them. A few videos are moved in the caller's transaction, many by a task.
 */
export async function removeLabel(
  services: Services,
  tx: Tx,
  noun: Noun,
  id: number,
  successorId: number | null,
): Promise<void> {
  const table = TABLES[noun];
  await tx
    .updateTable(table)
    .set({ leaving_at: services.clock.now(), successor_id: successorId })
    .where("id", "=", id)
    .execute();
  // Labels that were to be merged into this one are merged into its successor.
  await tx.updateTable(table).set({ successor_id: successorId }).where("successor_id", "=", id).execute();
  if (!(await movePage(tx, noun, id))) await services.jobs.send(tx, finishLabelRemoval, { noun, id });
}

/** Moves one page of videos; true when none is left and the row is deleted. */
async function movePage(tx: Tx, noun: Noun, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom(TABLES[noun])
    .select(["id", "successor_id"])
    .where("id", "=", id)
    .where("leaving_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return true;
  const count =
    noun === "category"
      ? await moveCategoryPage(tx, id, row.successor_id)
      : await moveTagPage(tx, id, row.successor_id);
  if (count === PAGE) return false;
  await tx.deleteFrom(TABLES[noun]).where("id", "=", id).execute();
  return true;
}

async function moveCategoryPage(tx: Tx, id: number, successorId: number | null): Promise<number> {
  const rows = await tx
    .updateTable("videos")
    .set({ category_id: successorId })
    .where("id", "in", (query) =>
      query.selectFrom("videos").select("id").where("category_id", "=", id).orderBy("id").limit(PAGE),
    )
    .returning("id")
    .execute();
  return rows.length;
}

async function moveTagPage(tx: Tx, id: number, successorId: number | null): Promise<number> {
  const { rows } = await sql<{ video_id: number; project_id: number }>`
    delete from video_tags where tag_id = ${id} and video_id in (
      select video_id from video_tags where tag_id = ${id} order by video_id limit ${PAGE})
    returning video_id, project_id`.execute(tx);
  if (rows.length > 0 && successorId !== null) {
    await tx
      .insertInto("video_tags")
      .values(rows.map((row) => ({ ...row, tag_id: successorId })))
      // Videos that had both keep the one.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return rows.length;
}

/** Moves the remaining videos, page by page. */
export const finishLabelRemoval = task({
  name: "videos.finish_leaving",
  payload: z.object({ noun: z.enum(["category", "tag"]), id: z.number() }),
  maximumFailures: 8,
  async run({ db }, { noun, id }, { signal }) {
    for (;;) {
      signal.throwIfAborted();
      if (await db.transaction().execute((tx) => movePage(tx, noun, id))) return;
    }
  },
});
