import type { Executor } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "../../context.ts";
import { INSTALLATION, type OwnPlace } from "../nouns/noun.ts";
import { bounded } from "./bounded-read.ts";
import { findListPage, rowsBefore, type List, type PageQuery } from "./list-page.ts";

/** A condition of a list, or what is there where none is asked for: `query.account && sql`account_id = …``. */
export type Wanted = RawBuilder<unknown> | "" | 0 | false | null | undefined;

/** A list that is short enough to be counted whole. */
interface CountedList {
  /** Of a row of the page; those of `from` where they are left out. */
  columns?: RawBuilder<unknown>;
  /** A table with its alias, as `playlists p`, and what conditions need besides. */
  from: RawBuilder<unknown>;
  /** The scope and the filters. */
  where: readonly Wanted[];
  /** A total order, without `order by`: the last of it tells equals apart. */
  order: RawBuilder<unknown>;
}

/** Condition: the rows of a project, of all projects of an account, or of the installation. */
export const ofPlace = (place: OwnPlace, alias: string): RawBuilder<unknown> => {
  if (place === INSTALLATION) return sql`true`;
  const { accountId, projectId } = place;
  return typeof projectId === "number"
    ? sql`${sql.ref(`${alias}.project_id`)} = ${projectId}`
    : sql`${sql.ref(`${alias}.account_id`)} = ${accountId ?? null}`;
};

/** All conditions that are asked for. */
export const every = (where: readonly Wanted[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...where.filter((each) => typeof each === "object" && each !== null)], sql` and `);

/** The rows at a place of a query that has an order. */
export const range = ({ offset, limit }: { offset: number; limit: number }): RawBuilder<unknown> =>
  sql`offset ${offset} limit ${limit}`;

/** Those of a page, for queries that find rows and their number at once. */
export const rangeOf = (query: PageQuery): RawBuilder<unknown> =>
  range({ offset: rowsBefore(query), limit: query.per_page });

/**
 * One page of a list and how many rows there are.
 * @param read gives the rows of `found`, a query for the rows of the page, in the list's order: what it joins is read for the
 *   rows of the page alone. Left out, they are the page as they are.
 */
export async function readPage<Row>(
  on: Executor,
  { columns = sql`*`, from, where, order }: CountedList,
  query: PageQuery,
  read: (found: RawBuilder<unknown>) => Promise<Row[]> = async (found) => (await sql<Row>`${found}`.execute(on)).rows,
) {
  const matching = sql`from ${from} where ${every(where)}`;
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(on);
  const data = await read(sql`select ${columns} ${matching} order by ${order} ${rangeOf(query)}`);
  return { data, pagination: pagination(query.page, query.per_page, rows[0]?.total ?? 0) };
}

/**
 * One page of a list that is too long to be counted whole: up to 1,000 rows are counted and have pages.
 * @param read gives the rows of the page by their ids, in the list's order.
 * @throws Refusal `unavailable` when it takes longer than 2 s.
 */
export const readLongPage = <Row>(
  { db }: Pick<Services, "db">,
  list: List,
  query: PageQuery,
  read: (tx: Executor, ids: readonly string[]) => Promise<Row[]>,
) =>
  bounded(db, async (tx) => {
    const { ids, total, more } = await findListPage(tx, list, query);
    const data = ids.length > 0 ? await read(tx, ids) : [];
    return { data, pagination: { ...pagination(query.page, query.per_page, total), more } };
  });
