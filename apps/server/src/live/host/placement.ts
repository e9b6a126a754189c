import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
import { LIVE_CONTROL } from "../../platform/events/live-control.ts";
import { divideRecording } from "../sessions/recording-records.ts";
import { announcePlayback } from "../streams/announce.ts";

/** A live host without a heartbeat for this many seconds counts as down. */
export const HOST_SECONDS = 15;

/** Whether a livestream's host, in the row `s`, has a heartbeat. */
const isHostUp = sql<boolean>`exists (select from stream_hosts h
  where h.host = s.host and h.seen_at > now() - make_interval(secs => ${HOST_SECONDS}))`;

/** What a claim of a livestream came to. */
export type Claim =
  /** It is this host's. `moved`: another host had it last, and this one's journal of it is of before. */
  { host: "here"; moved: boolean; moves: number } | { host: "elsewhere"; name: string | null };

/**
 * Claims a livestream for this host. One that is off the air anybody may have, and one whose host is down; what else another host
 * has stays there.
 * @param withPublisher a publisher has come to this host: it takes the stream over unless another publisher is connected elsewhere.
 */
export async function claimStream(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  id: number,
  withPublisher: boolean,
): Promise<Claim> {
  const me = config.liveHost.name;
  const isFree = withPublisher
    ? sql`s.ingest not in ('connecting', 'receiving')`
    : sql`s.ingest = 'none' and s.on_air = 'nothing'`;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hash: string; host: string | null; moves: number; is_free: boolean }>`
      select s.hash, s.host, s.host_moves as moves, (${isFree} or not ${isHostUp}) as is_free
      from streams s where s.id = ${id} for update`.execute(tx);
    const [row] = rows;
    if (!row || (row.host !== null && row.host !== me && !row.is_free))
      return { host: "elsewhere", name: row?.host ?? null };
    if (row.host === me) return { host: "here", moved: false, moves: row.moves };
    const moved = row.host !== null;
    const moves = row.moves + (moved ? 1 : 0);
    await tx.updateTable("streams").set({ host: me, host_moves: moves }).where("id", "=", id).execute();
    await announcePlayback(tx, row.hash);
    if (moved) {
      await divideRecording(tx, id, clock.now());
      // The host that had it lets it go.
      await notify(tx, LIVE_CONTROL, String(id));
    }
    return { host: "here", moved, moves };
  });
}

/** The other live hosts of this installation that have a heartbeat. */
export const otherHosts = ({ db, config }: Pick<Services, "db" | "config">): Promise<{ host: string; url: string }[]> =>
  db
    .selectFrom("stream_hosts")
    .select(["host", "url"])
    .where("host", "<>", config.liveHost.name)
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${HOST_SECONDS})`)
    .execute();

/** Of these livestreams those that another living host has, or had last. */
export async function heldElsewhere(
  { db, config }: Pick<Services, "db" | "config">,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select s.id from streams s where s.id = any(${ids}) and s.host <> ${config.liveHost.name} and ${isHostUp}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Livestreams that should be on air and whose host is down. */
export async function lostStreams({ db }: Pick<Services, "db">): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from streams s
    where (s.ingest <> 'none' or s.on_air <> 'nothing') and s.host is not null and not ${isHostUp}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these livestreams those that another host has taken over. */
export async function takenOver({ db, config }: Pick<Services, "db" | "config">, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("streams")
    .select("id")
    .where("id", "in", ids)
    .where("host", "<>", config.liveHost.name)
    .execute();
  return rows.map(({ id }) => id);
}
