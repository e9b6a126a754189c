import { maskAddress } from "@kinora/domain/restrictions/addresses.ts";
import type { Reason } from "@kinora/domain/restrictions/reasons.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { emitDenials } from "./denial-events.ts";
import { EmbedPlaces, type Embedded } from "./embed-places.ts";

const WRITE_EVERY_MS = 2_000;
/** Kinds of records that are held until they are written; more are counted in the log. */
const MAXIMUM_HELD = 2_000;
const LONGEST_AGENT = 200;

interface Viewed {
  item: { kind: "video" | "stream" | "playlist"; id: number; projectId: number };
  /** Origin and path. */
  page: string | null;
  address: string;
  country: string | null;
  agent: string;
}

interface Refused extends Viewed {
  profileId: number;
  reason: Reason;
}

interface AnyLoad extends Viewed {
  signed: boolean;
}

/** A load of a player with a video or livestream. */
interface Load extends AnyLoad {
  item: { kind: "video" | "stream"; id: number; projectId: number };
  /** Public id of the player; left out where the page loads several videos in one player. */
  player?: string;
}

/** A load of the page of a playlist; `player` and `playlist` are public ids. */
interface PlaylistLoad extends AnyLoad {
  player: string;
  playlist: string;
}

/** Records on which pages players are loaded and played, and who is refused. Requests never wait for it. */
export class PlaybackRecords {
  readonly #services: Pick<Services, "clock" | "db" | "emit" | "log">;
  readonly #places: EmbedPlaces;
  readonly #timer: NodeJS.Timeout;
  #loads: AnyLoad[] = [];
  #denials = new Map<string, { denial: Refused; requests: number }>();
  #usedKeys = new Set<number>();
  #dropped = 0;
  #writing: Promise<void> = Promise.resolve();

  /** @param writeEveryMs default two seconds. */
  constructor(
    services: Pick<Services, "clock" | "config" | "db" | "emit" | "log">,
    writeEveryMs: number = WRITE_EVERY_MS,
  ) {
    this.#services = services;
    this.#places = new EmbedPlaces(services.config.urls.console);
    this.#timer = setInterval(() => {
      // It never throws: what cannot be written is logged and dropped.
      this.write().catch(() => undefined);
    }, writeEveryMs).unref();
  }

  /** A player was loaded with a video or livestream. */
  loaded(load: Load): void {
    const { item, page, player = null } = load;
    this.#hold(load);
    this.#count({ projectId: item.projectId, page, item, player }, "loads");
  }

  /** The page of a playlist was loaded; its videos follow as loads of their own. */
  loadedPlaylist(load: PlaylistLoad): void {
    const { item, page, player, playlist } = load;
    this.#hold(load);
    this.#count({ projectId: item.projectId, page, item: null, player, playlist }, "loads");
  }

  /** A video or livestream began to play. */
  played(embedded: Embedded): void {
    this.#count(embedded, "plays");
  }

  #hold(load: AnyLoad): void {
    if (this.#loads.length < MAXIMUM_HELD) this.#loads.push(load);
    else this.#dropped += 1;
  }

  #count(embedded: Embedded, what: "loads" | "plays"): void {
    if (!this.#places.add(embedded, what)) this.#dropped += 1;
  }

  /** A request was refused. Equal requests of the same seconds become one record. */
  denied(denial: Refused): void {
    const { item, page, address, reason, profileId } = denial;
    const agent = denial.agent.slice(0, LONGEST_AGENT);
    const key = JSON.stringify([item.kind, item.id, page, maskAddress(address), reason, profileId, agent]);
    const known = this.#denials.get(key);
    if (known) known.requests += 1;
    else if (this.#denials.size < MAXIMUM_HELD) this.#denials.set(key, { denial, requests: 1 });
    else this.#dropped += 1;
  }

  /** A signing key verified a token. */
  used(keyId: number): void {
    this.#usedKeys.add(keyId);
  }

  /**
   * Writes what is held, after what is being written: a slow database has one writing at a time. What cannot be written is
   * dropped: players are served while the database is unavailable. Never throws.
   */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeHeld());
    return this.#writing;
  }

  async #writeHeld(): Promise<void> {
    const [loads, denials, dropped] = [this.#loads, [...this.#denials.values()], this.#dropped];
    const keys = [...this.#usedKeys];
    this.#usedKeys.clear();
    this.#loads = [];
    this.#denials = new Map();
    this.#dropped = 0;
    try {
      if (denials.length > 0) await this.#writeDenials(denials);
      if (loads.length > 0) await this.#writeLoads(loads);
      if (keys.length > 0) await this.#writeUse(keys);
      await this.#places.write(this.#services.db);
      if (dropped > 0) this.#services.log.warn({ dropped }, "too many player loads or refused requests to record");
    } catch (error) {
      this.#services.log.warn(
        { err: error, loads: loads.length, denials: denials.length },
        "could not record playback",
      );
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #writeDenials(denials: readonly { denial: Refused; requests: number }[]): Promise<void> {
    const rows = denials.map(({ denial, requests }) => ({
      ...columns(denial),
      profile_id: denial.profileId,
      reason: denial.reason,
      requests,
    }));
    await this.#services.db.transaction().execute(async (tx) => {
      await tx.insertInto("playback_denials").values(rows).execute();
      const refused = denials.map(({ denial }) => denial);
      await emitDenials(this.#services, tx, refused);
    });
  }

  /** Once a minute for a key: what it is used for says little by the second. */
  async #writeUse(keys: readonly number[]): Promise<void> {
    await sql`
      update signing_keys set last_used_at = now()
      where id = any(${keys}::bigint[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(
      this.#services.db,
    );
  }

  async #writeLoads(loads: readonly AnyLoad[]): Promise<void> {
    await this.#services.db
      .insertInto("recent_loads")
      .values(loads.map((load) => ({ ...columns(load), signed: load.signed })))
      .execute();
  }
}

const columns = ({ item, page, country, address, agent }: Viewed) => ({
  project_id: item.projectId,
  item_kind: item.kind,
  item_id: item.id,
  page: page === null ? null : page.replace(/^https?:\/\//, ""),
  country,
  address: maskAddress(address),
  agent: agent.slice(0, LONGEST_AGENT),
});
