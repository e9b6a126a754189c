import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Services } from "../../context.ts";

/** A periodic task; with several workers one of them runs it. */
export interface Chore {
  name: string;
  everySeconds: number;
  run(services: Services): Promise<void>;
}

const CHORE_LOCK = 7_301;

/**
 * Runs every chore at its interval until `signal` fires; resolves when the last one has ended. One connection outside the
 * pool holds the locks between workers, so that chores never wait for connections that chores hold.
 */
export async function doChores(services: Services, chores: readonly Chore[], signal: AbortSignal): Promise<void> {
  const locks = new ChoreLocks(services);
  await Promise.all(chores.map((chore) => doRegularly(services, chore, locks, signal)));
  await locks.close();
}

async function doRegularly(services: Services, chore: Chore, locks: ChoreLocks, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await locks.take(chore.name)) {
        try {
          await chore.run(services);
        } finally {
          await locks.release(chore.name);
        }
      }
    } catch (error) {
      services.log.warn({ err: error, chore: chore.name }, "chore failed");
    }
    await wait(chore.everySeconds * 1_000, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** PostgreSQL's advisory locks of one session: they end with their connection, and so with this process. */
class ChoreLocks {
  /** A pool of one connection that stays open: queries wait for each other, and a lost connection is replaced. */
  readonly #pool: pg.Pool;

  constructor({ config }: Services) {
    this.#pool = new pg.Pool({
      connectionString: config.databaseUrl ?? undefined,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 30_000,
      application_name: "kinora-chores",
      keepAlive: true,
    });
    // Lost between two queries: the next one opens another connection.
    this.#pool.on("error", () => undefined);
  }

  async take(name: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock($1, hashtext($2)) as acquired",
      [CHORE_LOCK, name],
    );
    return rows[0]?.acquired ?? false;
  }

  /** Does nothing for a lock whose connection was lost. */
  async release(name: string): Promise<void> {
    await this.#pool.query("select pg_advisory_unlock($1, hashtext($2))", [CHORE_LOCK, name]);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
