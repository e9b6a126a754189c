import type { StreamLabelAction } from "@kinora/domain/live/streams.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceChange } from "./announce.ts";
import { differences, readStream, type StreamRow } from "./rows.ts";
import { lockStream } from "./service.ts";
import { requireCategory } from "./stream-labels.ts";

/** A change of labels for several streams. */
interface Labels {
  ids: readonly number[];
  action: StreamLabelAction;
  category_id?: number | null | undefined;
  tag_ids?: readonly number[] | undefined;
}

/** The outcome for one stream. */
interface Labelled {
  id: number;
  name: string;
  /** Why it failed, for users; null on success. */
  problem: string | null;
}

/**
 * Sets the category of streams, or adds or removes tags, each stream in its own transaction: a refusal affects that stream only.
 * Idempotent.
 * @throws Refusal `invalid` for a category or tags of another project.
 */
export async function labelStreams(context: Context, grant: ProjectGrant, labels: Labels): Promise<Labelled[]> {
  await requireOwn(context, grant, labels);
  const results: Labelled[] = [];
  for (const id of new Set(labels.ids)) {
    try {
      results.push({ id, name: (await labelOne(context, grant, id, labels)).name, problem: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, name: await nameOf(context, grant, id), problem: error.message });
    }
  }
  return results;
}

/** A sentence about the outcome for all streams. */
export function labelledSentence(results: readonly Labelled[]): string {
  const many = (count: number) => (count === 1 ? "1 livestream" : `${count} livestreams`);
  const failed = results.filter(({ problem }) => problem !== null).length;
  const done = results.length - failed;
  const changed = `${many(done)} ${done === 1 ? "is" : "are"} changed`;
  return failed === 0 ? `${changed}.` : `${changed}, ${failed} not.`;
}

async function labelOne(
  context: Context,
  grant: ProjectGrant,
  id: number,
  { action, category_id: categoryId = null, tag_ids: tagIds = [] }: Labels,
): Promise<StreamRow> {
  return context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readStream(tx, grant, id);
    if (action === "set_category") {
      await requireCategory(tx, grant, categoryId, before.category?.id ?? null);
      await tx.updateTable("streams").set({ category_id: categoryId }).where("id", "=", id).execute();
    } else if (action === "remove_tags") {
      await sql`delete from stream_tags where stream_id = ${id} and tag_id = any(${tagIds}::bigint[])`.execute(tx);
    } else {
      await sql`
        insert into stream_tags (stream_id, tag_id, project_id)
        select ${id}, id, project_id from tags where id = any(${tagIds}::bigint[]) and project_id = ${grant.projectId} and leaving_at is null
        on conflict do nothing`.execute(tx);
    }
    const after = await readStream(tx, grant, id);
    if (action === "add_tags" && after.tags.length > VIDEO_TAGS_MAX)
      throw new Refusal("invalid", `A livestream can have up to ${VIDEO_TAGS_MAX} tags.`);
    const changes = differences(before, after);
    if (Object.keys(changes).length === 0) return after;
    await tx
      .updateTable("streams")
      // Tags are in a table of their own.
      .set((column) => ({ updated_at: context.clock.now(), version: column("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await announceChange(context, tx, after, "stream.updated", changes);
    return after;
  });
}

/** Refuses labels of other projects before anything is changed. */
async function requireOwn(
  { db }: Context,
  { projectId }: ProjectGrant,
  { action, category_id: categoryId = null, tag_ids: tagIds = [] }: Labels,
): Promise<void> {
  const [table, wanted] =
    action === "set_category"
      ? (["categories", categoryId === null ? [] : [categoryId]] as const)
      : (["tags", [...new Set(tagIds)]] as const);
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from ${sql.table(table)}
    where id = any(${wanted}::bigint[]) and project_id = ${projectId} and leaving_at is null`.execute(db);
  if (rows[0]?.known === wanted.length) return;
  const [field, message] =
    table === "tags"
      ? ["tag_ids", "Choose tags of this project."]
      : ["category_id", "Choose a category of this project."];
  throw new Refusal("invalid", message, { fields: { [field]: [message] } });
}

/** A stream's name; empty for a stream of another project. */
async function nameOf({ db }: Context, { projectId }: ProjectGrant, id: number): Promise<string> {
  const row = await db
    .selectFrom("streams")
    .select("name")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.name ?? "";
}
