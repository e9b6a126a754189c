import type { uploadToken } from "@kinora/contract/uploads/upload-tokens.ts";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import { UPLOAD_TOKENS_MAX } from "@kinora/domain/uploads/upload-tokens.ts";
import { sql } from "kysely";
import type { PersonRow } from "../../platform/access/person.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";

/** A token's settings as they are stored. */
export type TokenSettings = Omit<InputOf<"uploadTokens", "createUploadToken">, "expires_at"> & { expires_at: Date };

export interface TokenRow extends Omit<RowOf<typeof uploadToken>, "state" | "created_by"> {
  revoked_at: Date | null;
  created_by: PersonRow | null;
}

/** Tokens of a project, the newest first: those before one, or only the one with an id. */
export async function findTokens(
  on: Executor,
  projectId: number,
  { before = null, id = null, limit }: { before?: number | null; id?: number | null; limit: number },
): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select token.id, token.name, token.prefix, token.uses, token.uses_max, token.max_bytes, token.expires_at, token.title,
      token.title_prefix, token.published, token.origins, token.revoked_at, token.last_used_at, token.created_at,
      case when category.id is not null then json_build_object('id', category.id, 'name', category.name) end as category,
      (select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.name), '[]')
        from tags tag where tag.id = any(token.tag_ids) and tag.project_id = token.project_id and tag.leaving_at is null) as tags,
      case when person.id is not null then json_build_object(
        'id', person.id, 'first_name', person.first_name, 'last_name', person.last_name, 'avatar_key', person.avatar_key
      ) end as created_by,
      key.name as created_by_key
    from upload_tokens token
    left join categories category on category.id = token.category_id and category.leaving_at is null
    left join users person on person.id = token.created_by
    left join api_keys key on key.id = token.created_by_key
    where token.project_id = ${projectId}
      and (${id}::bigint is null or token.id = ${id}) and (${before}::bigint is null or token.id < ${before})
    order by token.id desc
    limit ${limit}`.execute(on);
  return rows;
}

/** Counts a project's tokens that can begin uploads, and keeps others from creating one until the transaction ends. */
export async function countUsableAlone(tx: Tx, projectId: number, now: Date): Promise<number> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from upload_tokens
      where project_id = ${projectId} and revoked_at is null and uses < uses_max and expires_at > ${now}
      limit ${UPLOAD_TOKENS_MAX}
    ) as usable`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Which of these tags are the project's. */
export async function countTags(tx: Tx, projectId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await tx
    .selectFrom("tags")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("leaving_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
