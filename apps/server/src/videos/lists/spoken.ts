import type { Executor } from "@kinora/db/connect.ts";
import { findSaid, inOneLine, type SaidAt } from "@kinora/domain/videos/passages.ts";
import { sql, type SqlBool } from "kysely";
import { hasIndexedRun, holds } from "../../platform/lists/list-filter.ts";
import type { Condition } from "../../platform/lists/list-page.ts";

/** Of words that are said in more videos than these, the videos added last are found. */
const VIDEOS_MAX = 10_000;
/** What a passage `p` says, as `spoken_passages_search` has it. */
const WORDS = "p.words";

/**
 * Whether a text is said in a video `v` of a project; null for a text that is too short to be looked for in all that is said.
 * The passages are read first and once, whatever else is asked of the videos.
 */
export function isSaid(projectId: number, text: string): Condition | null {
  const words = inOneLine(text);
  if (!hasIndexedRun(words)) return null;
  return sql<SqlBool>`v.id = any(array(select distinct p.video_id from spoken_passages p
    where p.project_id = ${projectId} and ${holds(WORDS, words)} order by p.video_id desc limit ${VIDEOS_MAX}))`;
}

/** A place where what was searched for is said. */
export interface SaidIn extends SaidAt {
  /** BCP 47. */
  language: string;
}

/** Where a text is said first in some videos of a project, by video; those in which it is not are left out. */
export async function findMoments(
  db: Executor,
  projectId: number,
  videoIds: readonly number[],
  text: string,
): Promise<Map<number, SaidIn>> {
  const words = inOneLine(text);
  if (videoIds.length === 0 || !hasIndexedRun(words)) return new Map();
  const { rows } = await sql<{
    video_id: number;
    language: string;
    text: string;
    offsets: number[];
    starts_ms: number[];
  }>`select distinct on (p.video_id) p.video_id, c.language, p.text, p.offsets, p.starts_ms
    from spoken_passages p join captions c on c.id = p.captions_id
    where p.project_id = ${projectId} and p.video_id = any(${videoIds}) and ${holds(WORDS, words)}
    order by p.video_id, c.by_default desc, p.captions_id, p.number`.execute(db);
  return new Map(
    rows.flatMap(({ video_id: id, language, ...passage }) => {
      const said = findSaid(passage, words);
      return said ? [[id, { ...said, language }] as const] : [];
    }),
  );
}
