import type { Database } from "@kinora/db/connect.ts";
import { VIEW_PARTS } from "@kinora/domain/analytics/view-sums.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { RecentValues } from "../platform/process/recent-values.ts";

const DAYS = 90;
/** Of the part that is watched most: fewer say more about single viewers than about the video. */
const FEWEST_VIEWS = 20;
const FRESH_MS = 600_000;
const AWAY_MS = 86_400_000;
const PATIENCE_MS = 500;
const MAXIMUM_VIDEOS = 2_000;

/**
 * Makes what finds how often each hundredth of a video was watched in the last 90 days, in percent of the one that was
 * watched most. It answers null while that one was watched less than 20 times, and where the database cannot be asked: a
 * player plays without it. Answers are up to ten minutes old.
 */
export function createWatchedParts({
  db,
  log,
}: Pick<Services, "db" | "log">): (video: { id: number; projectId: number }) => Promise<number[] | null> {
  const videos = new RecentValues<number[]>({
    load: (key) => {
      const [projectId = "", id = ""] = key.split("/");
      return readWatchedParts(db, Number(projectId), Number(id));
    },
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_VIDEOS,
    now: () => performance.now(),
  });
  return ({ id, projectId }) =>
    videos.get(`${projectId}/${id}`).catch((error: unknown) => {
      log.warn({ err: error, video: id }, "could not read what is watched most");
      return null;
    });
}

async function readWatchedParts(db: Database, projectId: number, id: number): Promise<number[] | null> {
  const { rows } = await sql<{ place: number; watched: number }>`
    select place::int, sum(watched)::float8 as watched
    from video_parts, unnest(parts) with ordinality as part (watched, place)
    where project_id = ${projectId} and video_id = ${id} and day > now()::date - ${DAYS}::int
    group by place`.execute(db);
  const most = Math.max(0, ...rows.map(({ watched }) => watched));
  if (most < FEWEST_VIEWS) return null;
  const parts = Array.from({ length: VIEW_PARTS }, () => 0);
  for (const { place, watched } of rows) parts[place - 1] = Math.round((100 * watched) / most);
  return parts;
}
