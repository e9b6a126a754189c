import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import { Refusal } from "./refusal.ts";

/** What a file refers to by name; names are unique in a project. */
type Named = "categories" | "tags" | "restriction_profiles" | "ad_schedules";

const ONE = {
  categories: "category",
  tags: "tag",
  restriction_profiles: "restriction profile",
  ad_schedules: "ad schedule",
} as const;

const ALIVE = {
  categories: sql`leaving_at is null`,
  tags: sql`leaving_at is null`,
  restriction_profiles: sql`true`,
  ad_schedules: sql`true`,
};

async function find(on: Executor, projectId: number, table: Named, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)}
    where project_id = ${projectId} and ${ALIVE[table]} and ${condition}`.execute(on);
  return rows;
}

/** The names of things of a project by their ids; those that are gone are left out. */
export async function namesById(
  on: Executor,
  projectId: number,
  table: Named,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await find(on, projectId, table, sql`id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The ids of things of a project by their names, in the order of the names.
 * @throws Refusal `invalid` at `field` for a name that nothing in the project has.
 */
export async function idsByName(
  on: Executor,
  projectId: number,
  table: Named,
  names: readonly string[],
  field: string,
): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await find(on, projectId, table, sql`name = any(${names}::text[])`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return names.map((name) => {
    const id = ids.get(name);
    if (id !== undefined) return id;
    const message = `The project has no ${ONE[table]} "${name}".`;
    throw new Refusal("invalid", message, { fields: { [field]: [message] } });
  });
}
