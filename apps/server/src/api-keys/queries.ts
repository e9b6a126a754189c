import type { apiKey } from "@kinora/contract/api-keys/api-keys.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { makersPermissions } from "../platform/access/held-permissions.ts";
import type { PersonRow } from "../platform/access/person.ts";
import type { RowOf } from "../platform/lists/row-of.ts";

/** Keys of the command line are not counted, so that a project may have more than the console creates. */
const LISTED = 500;

type Answered = RowOf<typeof apiKey>;

/** A key's settings as they are stored. */
export type KeySettings = Pick<Answered, "name" | "scopes" | "addresses" | "origins" | "expires_at">;

export interface KeyRow extends Omit<Answered, "lacks" | "state" | "created_by"> {
  disabled_at: Date | null;
  created_by: PersonRow | null;
  /** What its maker may do in the project. */
  held: string[] | null;
}

/** The keys of a project, the newest first; only the one with an id when one is given. */
export async function findKeys(on: Executor, projectId: number, now: Date, id: number | null = null) {
  const { rows } = await sql<KeyRow>`
    select key.id, key.name, key.prefix, key.scopes, key.addresses, key.origins, key.expires_at, key.disabled_at,
      key.created_at, key.version, key.last_used_at, key.last_used_address,
      (select max(ends_at) from api_key_old_secrets where api_key_id = key.id and ends_at > ${now}) as old_secret_until,
      (select coalesce(sum(requests), 0)::bigint from api_key_hours
        where api_key_id = key.id and hour > ${now}::timestamptz - interval '24 hours') as requests_24h,
      case when person.id is not null then json_build_object(
        'id', person.id, 'first_name', person.first_name, 'last_name', person.last_name, 'avatar_key', person.avatar_key
      ) end as created_by, ${makersPermissions("key")} as held
    from api_keys key
    left join users person on person.id = key.created_by
    where key.project_id = ${projectId} and (${id}::bigint is null or key.id = ${id})
    order by key.id desc
    limit ${LISTED}`.execute(on);
  return rows;
}

/** What the maker of a key may do in its project; null for a key of nobody. */
export async function heldByMaker(on: Executor, id: number): Promise<string[] | null> {
  const row = await on
    .selectFrom("api_keys")
    .select(makersPermissions("api_keys").as("held"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.held ?? null;
}
