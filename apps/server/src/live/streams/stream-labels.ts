import type { Tx } from "@kinora/db/connect.ts";
import { canTakeCategory } from "@kinora/domain/videos/categories.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { tagIdsOf } from "../../videos/details/details.ts";

/** Checks a category. @throws Refusal `invalid` for one that is disabled or of another project; the stream's current one is allowed. */
export async function requireCategory(
  tx: Tx,
  { projectId }: ProjectGrant,
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
 * Replaces a stream's tags. Names the project does not have are added to it when the caller may manage tags.
 * @throws Refusal `invalid` naming the new tags when the caller may not.
 */
export async function setStreamTags(
  tx: Tx,
  context: Context,
  grant: ProjectGrant,
  streamId: number,
  names: readonly string[],
): Promise<void> {
  const { projectId } = grant;
  const ids = await tagIdsOf(tx, context, grant, names);
  await sql`delete from stream_tags where stream_id = ${streamId} and tag_id <> all(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into stream_tags (stream_id, tag_id, project_id)
    select ${streamId}, id, ${projectId} from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(tx);
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
