import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** Pages and what is embedded on them that are held until they are written. */
const MAXIMUM_HELD = 2_000;
/** Pages kept for one video or livestream, and for one player or playlist. A Referer is what a visitor's browser sends. */
const PAGES_MAX = { video: 500, stream: 500, player: 5_000, playlist: 5_000 } as const;
/** Characters of the longest host name (RFC 1035, section 2.3.4) with a port. */
const LONGEST_HOST = 261;
const LONGEST_PATH = 400;

/** What a page embeds: a video or livestream, its player and its playlist, as far as they are known. */
export interface Embedded {
  projectId: number;
  /** URL of the page. */
  page: string | null;
  item: { kind: "video" | "stream"; id: number } | null;
  /** Public id of the player. */
  player?: string | null;
  /** Public id of the playlist. */
  playlist?: string | null;
}

interface Place {
  projectId: number;
  kind: keyof typeof PAGES_MAX;
  /** Its id, or its public id. */
  name: number | string;
  host: string;
  path: string;
  loads: number;
  plays: number;
  seen: Embedded["item"];
}

/** Counts loads and plays by page: of videos and livestreams, of players and of playlists. Pages of the console are left out. */
export class EmbedPlaces {
  readonly #consoleOrigin: string;
  #held = new Map<string, Place>();

  constructor(consoleUrl: string) {
    this.#consoleOrigin = new URL(consoleUrl).origin;
  }

  /** Adds a load or a play; false where too many pages are held. What has no page, or one of the console, is not counted. */
  add({ projectId, page, item, player, playlist }: Embedded, what: "loads" | "plays"): boolean {
    const address = page !== null && URL.canParse(page) ? new URL(page) : null;
    if (!address || !/^https?:$/.test(address.protocol) || address.origin === this.#consoleOrigin) return true;
    const { host, pathname } = address;
    if (host.length > LONGEST_HOST) return true;
    const names = [
      ...(item ? [{ kind: item.kind, name: item.id }] : []),
      ...(player ? [{ kind: "player" as const, name: player }] : []),
      ...(playlist ? [{ kind: "playlist" as const, name: playlist }] : []),
    ];
    for (const { kind, name } of names) {
      const path = pathname.slice(0, LONGEST_PATH);
      const key = JSON.stringify([projectId, kind, name, host, path]);
      const known = this.#held.get(key) ?? { projectId, kind, name, host, path, loads: 0, plays: 0, seen: null };
      if (this.#held.size >= MAXIMUM_HELD && !this.#held.has(key)) return false;
      known[what] += 1;
      if (typeof name === "string") known.seen = item ?? known.seen;
      this.#held.set(key, known);
    }
    return true;
  }

  /**
   * Writes what is held, all in one statement. When that fails it is held on, as far as there is room.
   * @throws what the database throws.
   */
  async write(db: Database): Promise<void> {
    const held = this.#held;
    this.#held = new Map();
    if (held.size === 0) return;
    try {
      const places = [...held.values()];
      const ids = await this.#findIds(db, places);
      const rows = places.flatMap((place) => {
        const { projectId, kind, name } = place;
        const id = typeof name === "number" ? name : ids.get(`${projectId} ${kind} ${name}`);
        return id === undefined ? [] : [{ ...place, id }];
      });
      if (rows.length > 0) await writePlaces(db, rows);
    } catch (error) {
      this.#holdOn(held);
      throw error;
    }
  }

  #holdOn(held: ReadonlyMap<string, Place>): void {
    for (const [key, { loads, plays, seen, ...place }] of held) {
      const known = this.#held.get(key);
      if (!known && this.#held.size >= MAXIMUM_HELD) continue;
      const counted = { loads: loads + (known?.loads ?? 0), plays: plays + (known?.plays ?? 0) };
      this.#held.set(key, { ...place, ...counted, seen: known?.seen ?? seen });
    }
  }

  /** Ids of players and playlists: the public ids that players report may be anything. */
  async #findIds(db: Database, places: readonly Place[]): Promise<Map<string, number>> {
    const hashesOf = (kind: Place["kind"]) => [
      ...new Set(places.flatMap((place) => (place.kind === kind ? [String(place.name)] : []))),
    ];
    const { rows } = await sql<{ kind: string; id: number; hash: string; project_id: number }>`
      select 'player' as kind, id, hash, project_id from players where hash = any(${hashesOf("player")}::text[])
      union all
      select 'playlist', id, hash, project_id from playlists where hash = any(${hashesOf("playlist")}::text[])`.execute(
      db,
    );
    return new Map(rows.map(({ kind, id, hash, project_id: projectId }) => [`${projectId} ${kind} ${hash}`, id]));
  }
}

/** Adds to the counts of pages that are known; of new ones as many as there is room for beside those of the same item. */
async function writePlaces(db: Database, places: readonly (Place & { id: number })[]): Promise<void> {
  const rows = places.map(({ projectId, kind, id, host, path, loads, plays, seen }) => ({
    ...{ project_id: projectId, item_kind: kind, item_id: id, host, path, loads, plays, most: PAGES_MAX[kind] },
    ...{ seen_kind: seen?.kind ?? null, seen_id: seen?.id ?? null },
  }));
  await sql`
    with held as (
        -- Of projects that were not deleted meanwhile.
        select place.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as place (project_id bigint, item_kind text,
          item_id bigint, host text, path text, loads bigint, plays bigint, most int, seen_kind text, seen_id bigint)
        join projects on projects.id = place.project_id),
      new as (
        select held.*, row_number() over (partition by project_id, item_kind, item_id order by host, path) as turn from held
        where not exists (select from embed_places known where ${isOf("known", "held")} and known.host = held.host
          and known.path = held.path)),
      room as (
        select project_id, item_kind, item_id, most - (select count(*) from (
          select from embed_places known where ${isOf("known", "item")} limit most) as counted) as rows
        from (select distinct project_id, item_kind, item_id, most from new) as item)
    insert into embed_places (project_id, item_kind, item_id, host, path, loads, plays, seen_kind, seen_id)
    select held.project_id, held.item_kind, held.item_id, held.host, held.path, held.loads, held.plays, held.seen_kind, held.seen_id
    from held
      left join new on ${isOf("new", "held")} and new.host = held.host and new.path = held.path
      left join room on ${isOf("room", "new")}
    where new.turn is null or new.turn <= room.rows
    -- In one order on every edge, so that two edges never wait for each other's rows.
    order by held.project_id, held.item_kind, held.item_id, held.host, held.path
    on conflict (project_id, item_kind, item_id, host, path) do update set
      loads = embed_places.loads + excluded.loads, plays = embed_places.plays + excluded.plays, last_seen_at = now(),
      seen_kind = coalesce(excluded.seen_kind, embed_places.seen_kind),
      seen_id = coalesce(excluded.seen_id, embed_places.seen_id)`.execute(db);
}

/** Whether rows of two tables are of the same video, livestream, player or playlist. */
const isOf = (one: string, other: string) =>
  sql.raw(
    ["project_id", "item_kind", "item_id"].map((column) => `${one}.${column} = ${other}.${column}`).join(" and "),
  );
