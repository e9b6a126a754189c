import type { Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { LogSelection } from "./log-page.ts";
import { COMMON, counted, rarestOf, runsOf } from "./word-runs.ts";

/** Lines whose words are looked at for how common a search is. */
export const SAMPLED = 100;
/** So many lines that words were found in are put in order; of more, the first are met soon along the log. */
const ORDERED = 30_000;

/** A log in which something is searched for. */
interface SearchedLog {
  /** Its first lines, 100 at most, as they follow `from`. */
  lines: RawBuilder<unknown>;
  /** The words of each of those, in lower case. */
  words: RawBuilder<unknown>;
  /** Whether what is searched for stands in one of those. */
  said: RawBuilder<SqlBool>;
  /** Looks at one line after the other. */
  walk: LogSelection;
  /** A query for ids, and what is ordered by, of up to `limit` lines, asking indexes on words for these runs; for none, whatever can be asked. */
  found: (runs: readonly string[], limit: number) => RawBuilder<unknown>;
  /** By what of `found` the newest come first. */
  newestFirst: RawBuilder<unknown>;
}

/** How a search is found best: along the log where it is common in its first lines, else by the indexes on words. */
export async function searchLog(on: Executor, search: string, log: SearchedLog): Promise<LogSelection> {
  const runs = runsOf(search);
  const { rows } = await sql<{ sample: number[]; matching: number }>`
    select ${counted(runs, log.words)} as sample, count(*) filter (where ${log.said}) as matching from ${log.lines}`.execute(
    on,
  );
  const { sample = [], matching = 0 } = rows[0] ?? {};
  const counts = sample.map(Number);
  return matching > COMMON * (counts[0] ?? 0) ? log.walk : byWords(rarestOf(runs, counts), log);
}

function byWords(runs: readonly string[], { found, newestFirst, walk }: SearchedLog): LogSelection {
  return {
    matching: sql`(${found(runs, COUNTED_ROWS + 1)}) as found`,
    page: (place) => sql`
      with found as materialized (${found(runs, ORDERED + 1)})
      (select id from found where (select count(*) from found) <= ${ORDERED}
        order by ${newestFirst} offset ${place.offset} limit ${place.limit})
      union all
      (select id from (${walk.page(place)}) as walked where (select count(*) from found) > ${ORDERED})`,
  };
}
