import type { Executor } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql, type RawBuilder } from "kysely";
import { allOf, type Condition } from "./list-page.ts";

/** A list that is short enough to be counted whole. */
interface CountedList {
  /** A table with its alias, as `playlists p`. */
  from: RawBuilder<unknown>;
  /** The scope and the filters. */
  where: readonly Condition[];
  /** A total order, without `order by`: the last of it tells equals apart. */
  order: RawBuilder<unknown>;
}

/** As `pageQuery` of the contract has it. */
interface PageQuery {
  page: number;
  per_page: number;
}

/**
 * One page of a list and how many rows there are.
 * @param read gives the rows of `found`, a query for the whole rows of the page, in the list's order: what it joins is read for
 *   the rows of the page alone.
 */
export async function readPage<Row>(
  on: Executor,
  { from, where, order }: CountedList,
  { page, per_page: perPage }: PageQuery,
  read: (found: RawBuilder<unknown>) => Promise<Row[]>,
) {
  const matching = sql`from ${from} where ${allOf(where)}`;
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(on);
  const offset = (page - 1) * perPage;
  const data = await read(sql`select * ${matching} order by ${order} offset ${offset} limit ${perPage}`);
  return { data, pagination: pagination(page, perPage, rows[0]?.total ?? 0) };
}
