import { sql } from "kysely";
import type { Services } from "../../context.ts";

/** The state of the transcoding queue, from which waiting times are computed. */
export interface QueueView {
  /** By transcode: its position (1 is next, 0 is running) and the media seconds ahead of it. */
  places: ReadonlyMap<number, { position: number; aheadSeconds: number }>;
  /** Media seconds this host encodes per second, all rungs of a ladder together; null before the first measurement. */
  speed: number | null;
  workers: number;
}

const LONGEST_VIEW = 500;

/** Reads the first 500 transcodes of the queue; later ones have no position yet. */
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
