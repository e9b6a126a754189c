import type { Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/videos/library.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";

export type Condition = RawBuilder<SqlBool>;

/** Rows of a list: what follows `from`, and what must hold there. */
export interface Source {
  from: RawBuilder<unknown>;
  where: readonly Condition[];
}

/** A list in order. A row that several sources have is in the list once. */
export interface List {
  sources: readonly Source[];
  /** The column, or the expression an index has, that the list is ordered by; ids decide between equals. */
  key: string;
  id: string;
  order: "key, id" | "key desc, id desc" | "key desc, id";
}

/** As `pageQuery` of the contract has it. */
export interface PageQuery {
  /** From 1 on. */
  page: number;
  per_page: number;
}

/** How many rows stand before a page. */
export const rowsBefore = ({ page, per_page }: PageQuery): number => (page - 1) * per_page;

export interface FoundPage {
  /** As PostgreSQL writes them. */
  ids: string[];
  /** Up to 1,000, unless the caller knew it. */
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

/**
 * One page of a list: how many rows there are, counted up to 1,000, and the ids at a place. Rows beyond the counted ones are on
 * no page. A list whose `total` is known is not counted and has every page.
 */
export async function findListPage(db: Executor, list: List, place: PageQuery, total?: number): Promise<FoundPage> {
  const offset = rowsBefore(place);
  if (total !== undefined) {
    const { rows } = await sql<{ ids: string[] }>`
      select ${idsOf(list, rowsAt(list, { offset, limit: place.per_page }))} as ids`.execute(db);
    return { ids: rows[0]?.ids ?? [], total, more: false };
  }
  const limit = Math.max(0, Math.min(place.per_page, COUNTED_ROWS - offset));
  // What few rows match was found by counting it: looking for it along the order would read the list to its end.
  const { rows } = await sql<{ counted: number; ids: string[] }>`
    with counted as materialized (${upToLimit(list, sql.raw(`${list.id} as id, ${list.key} as key`))}),
      number as materialized (select count(*) as rows from counted)
    select number.rows as counted, ${idsOf(
      list,
      sql`(select * from counted where number.rows <= ${COUNTED_ROWS} order by ${sql.raw(list.order)} offset ${offset} limit ${limit})
        union all select * from (${rowsAt(list, { offset, limit })}) as along where number.rows > ${COUNTED_ROWS}`,
    )} as ids from number`.execute(db);
  const { counted, ids } = rows[0] ?? { counted: 0, ids: [] };
  return { ids, ...upToCounted(counted) };
}

/** How many rows a list has, up to 1,000. */
export async function countList(db: Executor, list: List): Promise<{ total: number; more: boolean }> {
  const { rows } = await sql<{ counted: number }>`select ${counting(list)} as counted`.execute(db);
  return upToCounted(rows[0]?.counted ?? 0);
}

const upToCounted = (counted: number) => ({ total: Math.min(counted, COUNTED_ROWS), more: counted > COUNTED_ROWS });

const counting = (list: List) => sql`(select count(*) from (${upToLimit(list, sql.raw(list.id))}) as counted)`;

/** Any rows of a list, one more than are counted. */
const upToLimit = ({ sources }: List, columns: RawBuilder<unknown>) =>
  eachSource(sources, (source) => sql`select ${columns} ${source} limit ${COUNTED_ROWS + 1}`);

/** The ids of some rows as an array, in the list's order. */
const idsOf = ({ order }: List, rows: RawBuilder<unknown>) =>
  sql`array(select id::text as written from (${rows}) as found order by ${sql.raw(order)})`;

/** A query for the `id` and the `key` of the rows at a place. Each source is read in the list's order, so that an index may have it. */
export const rowsAt = (list: List, { offset, limit }: { offset: number; limit: number }): RawBuilder<unknown> => {
  const columns = sql.raw(`${list.id} as id, ${list.key} as key`);
  const order = sql.raw(`order by ${list.order}`);
  if (list.sources.length === 1)
    return eachSource(
      list.sources,
      (source) => sql`select ${columns} ${source} ${order} offset ${offset} limit ${limit}`,
    );
  const all = eachSource(list.sources, (source) => sql`select ${columns} ${source} ${order} limit ${offset + limit}`);
  return sql`select * from (${all}) as rows ${order} offset ${offset} limit ${limit}`;
};

const eachSource = (
  sources: readonly Source[],
  select: (source: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${sql.join(
    sources.map(({ from, where }) => sql`(${select(sql`from ${from} where ${allOf(where)}`)})`),
    sql` union `,
  )}`;

/** All of these conditions; true where there are none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** The same list, of which another condition holds everywhere. */
export const narrowedBy = (list: List, condition: Condition): List => ({
  ...list,
  sources: list.sources.map(({ from, where }) => ({ from, where: [...where, condition] })),
});
