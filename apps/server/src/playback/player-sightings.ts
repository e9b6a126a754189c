import { sql } from "kysely";
import type { Services } from "../context.ts";

/** Uses that are cached, so that a busy page writes once. */
const REMEMBERED = 20_000;
/** Characters of the longest host name (RFC 1035, section 2.3.4) with a port. */
const LONGEST_HOST = 261;
/** Hosts kept for a player: a visitor's browser can send any Referer. */
const HOSTS_MAX = 500;

/** What a page embeds with a player. */
interface EmbeddedItem {
  kind: "video" | "stream" | "playlist";
  hash: string;
}

/** Records which videos, livestreams and playlists were embedded with a player that their address names, and on which hosts. */
export class PlayerSightings {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #known = new Set<string>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /** Records one use. Returns at once: players are served while the database is unavailable. */
  note(player: string, item: EmbeddedItem, referer: string | undefined): void {
    const host = referer !== undefined && URL.canParse(referer) ? new URL(referer).host.slice(0, LONGEST_HOST) : "";
    const use = `${player} ${item.hash} ${host}`;
    if (this.#known.has(use)) return;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(use);
    this.#record(player, item, host).catch((error: unknown) => {
      // The next request tries again.
      this.#known.delete(use);
      this.#services.log.warn({ err: error, player }, "could not record the use of a player");
    });
  }

  async #record(player: string, { kind, hash }: EmbeddedItem, host: string): Promise<void> {
    const { db } = this.#services;
    await sql`
      with added as (
        insert into player_items (player_id, item_hash, item_kind)
        select id, ${hash}, ${kind} from players where hash = ${player}
        on conflict do nothing returning player_id, item_kind)
      insert into player_uses as known (player_id, item_kind, items) select player_id, item_kind, 1 from added
      on conflict (player_id, item_kind) do update set items = known.items + 1`.execute(db);
    if (host === "") return;
    await sql`
      insert into player_domains (player_id, host) select id, ${host} from players where hash = ${player}
        and (select count(*) from player_domains where player_id = players.id) < ${HOSTS_MAX}
      on conflict (player_id, host) do update set seen_at = now()`.execute(db);
  }
}
