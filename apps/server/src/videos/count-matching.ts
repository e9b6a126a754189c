import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import type { VideoList } from "@kinora/domain/videos.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { bounded } from "../platform/bounded-read.ts";
import { lookThrough } from "./look-through.ts";
import { fewest, foundBy, leadersOf, led, WITHOUT_WALKS } from "./look-up.ts";
import { isIndexed, rareWords, readSample } from "./rare-words.ts";
import { allOf, sought, type Parts } from "./selection.ts";
import { inRuns } from "./word-search.ts";

export interface Count {
  /** Up to 10,000. */
  rows: number;
  /** There are more than `rows`. */
  more: boolean;
}

/** Videos looked through for letters that no index knows. */
const LOOKED_THROUGH = 10_000;

/**
 * How many videos a selection shows, up to 10,000; a page of them is found with a smaller count.
 * @throws Refusal `unavailable` when that takes more than 4 s.
 */
export const countMatching = (db: Database, parts: Parts): Promise<Count> =>
  bounded(
    db,
    async (tx) => {
      if (!isIndexed(parts)) return countSeen(tx, parts);
      const { rows } = await sql<{ total: number }>`select ${await counting(tx, parts)} as total`.execute(tx);
      return counted(rows[0]?.total ?? 0);
    },
    WITHOUT_WALKS,
  );

const counted = (total: number): Count => ({ rows: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS });

async function counting(tx: Executor, parts: Parts): Promise<RawBuilder<unknown>> {
  const limit = COUNTED_ROWS + 1;
  const [only, ...others] = parts.narrowings;
  if (!only) return countOfList(parts, limit);
  const rowsOf = (found: RawBuilder<unknown>) => sql`(select count(*) from (${found}) as found)`;
  if (parts.narrowings.some(({ about }) => about === "words"))
    return rowsOf(
      parts.shelves.includes("trash")
        ? sql`select from videos v where ${sought(parts)} limit ${limit}`
        : inRuns(rareWords(parts, await readSample(tx, parts, "-created")), "-created", limit),
    );
  if (others.length === 0) return rowsOf(foundBy(parts, only, sql``, limit));
  const leader = await fewest(tx, parts, leadersOf(parts));
  return rowsOf(sql`select from ${led(parts, leader ?? only)} limit ${limit}`);
}

async function countSeen(tx: Executor, parts: Parts): Promise<Count> {
  const seen = allOf([...parts.always, ...parts.narrowings.map((each) => each.seen)]);
  const { rows } = await sql<{ looked: number; rows: number }>`
    select count(*) as looked, count(*) filter (where ${seen}) as rows
    from ${lookThrough(parts, "-created", LOOKED_THROUGH)}`.execute(tx);
  const { looked, rows: total } = rows[0] ?? { looked: 0, rows: 0 };
  return { rows: total, more: looked >= LOOKED_THROUGH };
}

/** How many videos stand on a list that nothing narrows, as an expression: from the roll-up where there is one, else up to `limit`. */
export const countOfList = (parts: Parts, limit: number): RawBuilder<unknown> =>
  inRollUp(parts) ??
  sql`(select count(*) from (select from videos v where ${sought(parts)} order by v.shelf, v.created_at, v.id limit ${limit}) as counted)`;

/** The same from the roll-up; null for lists that have none. */
function inRollUp(parts: Parts): RawBuilder<unknown> | null {
  const lists = rolledUp(parts);
  return (
    lists &&
    sql`(select coalesce(sum(rows), 0)::bigint from video_buckets
    where project_id = ${parts.projectId} and width_bits = 16 and list = any(${lists}))`
  );
}

/** The lists, counted as they change, that these shelves are together; null when they are not whole lists. */
function rolledUp({ shelves, always }: Parts): VideoList[] | null {
  if (always.length > 0) return null;
  const inProgress = ["inprogress", "failed"].filter((shelf) => shelves.some((each) => each === shelf)).length;
  const completed = shelves.includes("completed") ? 1 : 0;
  if (inProgress === 1 || inProgress + completed !== shelves.length) return null;
  return [...(completed ? (["completed"] as const) : []), ...(inProgress ? (["inprogress"] as const) : [])];
}

/** How many videos there are, up to 10,000. */
export async function countUpTo(on: Executor, where: RawBuilder<SqlBool>): Promise<Count> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from videos v where ${where} limit ${COUNTED_ROWS + 1}) as matching`.execute(
    on,
  );
  return counted(rows[0]?.total ?? 0);
}
