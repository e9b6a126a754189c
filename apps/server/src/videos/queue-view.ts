import { sql } from "kysely";
import type { Services } from "../context.ts";

/** How the transcoding queue stands: what the honest waiting time is computed from. */
export interface QueueView {
  /** By transcode: 1 is next among the waiting, 0 is being worked on; and the media seconds still ahead of it. */
  places: ReadonlyMap<number, { position: number; aheadSeconds: number }>;
  /** Media seconds this host gets through in a second, all rungs of a ladder together; null before the first measurement. */
  speed: number | null;
  workers: number;
}

const LONGEST_VIEW = 500;

/** Looks at the head of the queue; a transcode further back than 500 places has no position yet. */
export async function readQueue({ db }: Services): Promise<QueueView> {
  const { rows } = await sql<{ id: number; state: string; remaining: number }>`
    select id, state, media_seconds * (1 - progress) as remaining from transcodes
    where state in ('queued', 'running') order by (state = 'running') desc, priority desc, id limit ${LONGEST_VIEW}`.execute(
    db,
  );
  const places = new Map<number, { position: number; aheadSeconds: number }>();
  let ahead = 0;
  let waiting = 0;
  for (const row of rows) {
    if (row.state === "queued") waiting += 1;
    places.set(row.id, {
      position: row.state === "queued" ? waiting : 0,
      aheadSeconds: row.state === "queued" ? ahead : 0,
    });
    ahead += row.remaining;
  }
  const speeds = await sql<{ speed: number | null; workers: number }>`
    select (select avg(speed) from media_speeds where work = 'ladder') as speed,
      (select count(*) from workers) as workers`.execute(db);
  const { speed = null, workers = 1 } = speeds.rows[0] ?? {};
  return { places, speed, workers: Math.max(1, workers) };
}
