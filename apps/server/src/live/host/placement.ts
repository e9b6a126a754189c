import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
import { LIVE_CONTROL } from "../../platform/events/live-control.ts";
import { divideRecording } from "../sessions/recording-records.ts";
import { announcePlayback } from "../streams/announce.ts";
import { isRoomiest, type HostRoom } from "./host-choice.ts";

/** A live host without a heartbeat for this many seconds counts as down. */
export const HOST_SECONDS = 15;

/** Whether a livestream's host, in the row `s`, has a heartbeat. */
const isHostUp = sql<boolean>`exists (select from stream_hosts h
  where h.host = s.host and h.seen_at > now() - make_interval(secs => ${HOST_SECONDS}))`;

/** Whether a livestream is to leave its host, in the row `s`: that one is down, or drained and nobody publishes to it. */
const isGivenUp = sql<boolean>`(not ${isHostUp} or (s.ingest not in ('connecting', 'receiving')
  and exists (select from stream_hosts h where h.host = s.host and h.draining)))`;

/** What a claim of a livestream came to. */
export type Claim =
  /** It is this host's. `moved`: another host had it last, and this one's journal of it is of before. */
  | { host: "here"; moved: boolean; moves: number }
  /** `free`: another host, which has more free capacity, should claim it. */
  | { host: "elsewhere"; free: boolean };

/**
 * Claims a livestream for this host. One that is off the air the host with most free capacity has, and one whose host is down or
 * drained; what else another host has stays there.
 * @param withPublisher a publisher has come to this host: it takes the stream over unless another publisher is connected elsewhere.
 */
export async function claimStream(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  id: number,
  withPublisher: boolean,
): Promise<Claim> {
  const me = config.liveHost.name;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<ClaimedRow>`
      select s.hash, s.host, s.host_moves as moves, s.ingest in ('connecting', 'receiving') as is_published,
        s.ingest = 'none' and s.on_air = 'nothing' as is_off_air, not ${isHostUp} as is_lost, ${isGivenUp} as is_given_up
      from streams s where s.id = ${id} for update`.execute(tx);
    const [row] = rows;
    if (!row) return { host: "elsewhere", free: false };
    const isFree = withPublisher ? !row.is_published || row.is_lost : row.is_off_air || row.is_given_up;
    if (row.host !== me && row.host !== null && !isFree) return { host: "elsewhere", free: false };
    const isPlaced = !withPublisher && (row.host !== me || row.is_off_air);
    if (isPlaced && !isRoomiest(me, await liveHosts({ db: tx }))) return { host: "elsewhere", free: true };
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

interface ClaimedRow {
  hash: string;
  host: string | null;
  moves: number;
  is_published: boolean;
  is_off_air: boolean;
  is_lost: boolean;
  is_given_up: boolean;
}

/** A live host, and where other machines reach it. */
export interface LiveHostRow extends HostRoom {
  url: string;
  /** Livestreams that have a publisher. */
  published: number;
}

/** The live hosts of this installation that have a heartbeat, with what they have on air. */
export async function liveHosts({ db }: { db: Executor }): Promise<LiveHostRow[]> {
  const { rows } = await sql<LiveHostRow>`
    select h.host, h.url, h.ladders, h.ladders_used as "laddersUsed", h.draining,
      count(s.id)::int as streams, count(s.id) filter (where s.ingest in ('connecting', 'receiving'))::int as published
    from stream_hosts h left join streams s on s.host = h.host and (s.ingest <> 'none' or s.on_air <> 'nothing')
    where h.seen_at > now() - make_interval(secs => ${HOST_SECONDS})
    group by h.host order by h.host`.execute(db);
  return rows;
}

/** The other live hosts of this installation that have a heartbeat. */
export async function otherHosts({ db, config }: Pick<Services, "db" | "config">): Promise<LiveHostRow[]> {
  return (await liveHosts({ db })).filter(({ host }) => host !== config.liveHost.name);
}

/**
 * Takes a live host out of service, or back: others take over what it has without a publisher, and it hands publishers over that
 * reach it. Idempotent; a host that starts is in service.
 */
export async function setDraining(
  { db }: { db: Executor },
  host: string,
  draining: boolean,
): Promise<"changed" | "unchanged" | "unknown"> {
  const changed = await db
    .updateTable("stream_hosts")
    .set({ draining })
    .where("host", "=", host)
    .where("draining", "<>", draining)
    .returning("host")
    .executeTakeFirst();
  if (changed) return "changed";
  const known = await db.selectFrom("stream_hosts").select("host").where("host", "=", host).executeTakeFirst();
  return known ? "unchanged" : "unknown";
}

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

/** Livestreams of other hosts that should be on air, and whose host is down or drained. */
export async function lostStreams({ db, config }: Pick<Services, "db" | "config">): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from streams s where (s.ingest <> 'none' or s.on_air <> 'nothing')
      and s.host is not null and s.host <> ${config.liveHost.name} and ${isGivenUp}`.execute(db);
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
