import { maskAddress } from "@kinora/domain/restrictions/addresses.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";

const HOUR_MS = 3_600_000;
const WRITE_MS = 2_000;

interface Use {
  keyId: number;
  hour: Date;
  requests: number;
  lastAt: Date;
  address: string;
}

/** Counts the requests of API keys. A counter in memory is written every two seconds, so that no request waits for it. */
export class KeyUse {
  readonly #services: Pick<Services, "db" | "clock" | "log">;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, Use>();
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "db" | "clock" | "log">) {
    this.#services = services;
    this.#timer = setInterval(() => {
      this.#write().catch(this.#warn);
    }, WRITE_MS);
    this.#timer.unref();
  }

  /** Counts one request of a key from an address. */
  count(keyId: number, address: string): void {
    const lastAt = this.#services.clock.now();
    const hour = new Date(Math.floor(lastAt.getTime() / HOUR_MS) * HOUR_MS);
    this.#add({ keyId, hour, requests: 1, lastAt, address: maskAddress(address) });
  }

  /** Writes the rest and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write().catch(this.#warn);
  }

  readonly #warn = (error: unknown): void =>
    this.#services.log.warn({ err: error }, "could not write the use of API keys");

  /** Writes what was counted, one writing after the other; what cannot be written is kept for the next time. */
  #write(): Promise<void> {
    const next = () => this.#writeOnce();
    this.#writing = this.#writing.then(next, next);
    return this.#writing;
  }

  #add(use: Use): void {
    const name = `${use.keyId} ${use.hour.getTime()}`;
    const counted = this.#uses.get(name);
    const later = counted && counted.lastAt > use.lastAt ? counted : use;
    this.#uses.set(name, { ...later, requests: (counted?.requests ?? 0) + use.requests });
  }

  async #writeOnce(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    try {
      await writeUses(this.#services, uses);
    } catch (error) {
      for (const use of uses) this.#add(use);
      throw error;
    }
  }
}

/** Adds to the counts and notes the last use of each key; keys deleted meanwhile are left out. Counts of past days go. */
async function writeUses({ db }: Pick<Services, "db">, uses: readonly Use[]): Promise<void> {
  const latest = [...new Map(uses.toSorted((a, b) => +a.lastAt - +b.lastAt).map((use) => [use.keyId, use])).values()];
  const ids = latest.map(({ keyId }) => keyId);
  await db.transaction().execute(async (tx) => {
    // The keys are locked in one order, so that two API processes never wait for each other.
    await sql`select id from api_keys where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
    await sql`
      update api_keys key set last_used_at = used.at, last_used_address = used.address
      from unnest(
        ${ids}::bigint[], ${latest.map(({ lastAt }) => lastAt)}::timestamptz[],
        ${latest.map(({ address }) => address)}::text[]
      ) as used (id, at, address)
      where key.id = used.id and (key.last_used_at is null or key.last_used_at <= used.at)`.execute(tx);
    await sql`
      insert into api_key_hours (api_key_id, hour, requests)
      select key.id, used.hour, used.requests
      from unnest(
        ${uses.map(({ keyId }) => keyId)}::bigint[], ${uses.map(({ hour }) => hour)}::timestamptz[],
        ${uses.map(({ requests }) => requests)}::bigint[]
      ) as used (id, hour, requests)
      join api_keys key on key.id = used.id
      on conflict (api_key_id, hour) do update set requests = api_key_hours.requests + excluded.requests`.execute(tx);
    await sql`
      delete from api_key_hours where api_key_id = any(${ids}::bigint[]) and hour < now() - interval '2 days'`.execute(
      tx,
    );
  });
}
