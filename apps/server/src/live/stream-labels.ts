import type { Tx } from "@kinora/db/connect.ts";
import { canTakeCategory } from "@kinora/domain/categories.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Ground } from "../platform/scope.ts";

type ProjectGround = Ground & { projectId: number };

/** @throws Refusal `invalid` for a category that is off or of another project; the one a stream has may stay. */
export async function takeCategory(
  tx: Tx,
  { projectId }: ProjectGround,
  categoryId: number | null,
  before: number | null,
): Promise<void> {
  if (categoryId === null) return;
  const category = await tx
    .selectFrom("categories")
    .select(["id", "active"])
    .where("id", "=", categoryId)
    .where("project_id", "=", projectId)
    .where("leaving_at", "is", null)
    .executeTakeFirst();
  if (!category) throw wrong("category_id", "Choose a category of this project.");
  if (!canTakeCategory(category, before))
    throw wrong("category_id", "This category is switched off. Choose another one.");
}

/**
 * Gives a stream these tags and no others. Names the project does not have are added to it when the caller may manage tags.
 * @throws Refusal `invalid` naming tags that are new when they may not.
 */
export async function setStreamTags(
  tx: Tx,
  context: Context,
  ground: ProjectGround,
  streamId: number,
  names: readonly string[],
): Promise<void> {
  const { projectId } = ground;
  const wanted = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  const known = await findTags(tx, projectId, wanted);
  const unknown = wanted.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0 && !ground.permissions.has("tags_manage")) {
    const some = unknown.slice(0, 5).join(", ");
    throw wrong("tags", `Choose tags of this project: adding ${some} to it needs the permission tags_manage.`);
  }
  if (unknown.length > 0) {
    const createdBy = context.caller.kind === "user" ? context.caller.userId : null;
    const place = { project_id: projectId, account_id: ground.accountId, created_by: createdBy };
    await tx
      .insertInto("tags")
      .values(unknown.map((name) => ({ ...place, name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const [name, id] of await findTags(tx, projectId, unknown)) known.set(name, id);
  }
  const ids = [...known.values()];
  await sql`delete from stream_tags where stream_id = ${streamId} and tag_id <> all(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into stream_tags (stream_id, tag_id, project_id)
    select ${streamId}, id, ${projectId} from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(tx);
}

async function findTags(tx: Tx, projectId: number, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, lower(name) as name from tags
    where project_id = ${projectId} and leaving_at is null and lower(name) = any(${names.map((name) => name.toLowerCase())})`.execute(
    tx,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
