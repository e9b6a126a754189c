import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Services } from "../../context.ts";
import { CHORE_LOCK, CHORE_NOTIFICATION, ChoreRecord } from "./chore-record.ts";

/** A periodic task; with several workers one of them runs it. */
export interface Chore {
  name: string;
  /** What it does, in a sentence for the operator. */
  does: string;
  everySeconds: number;
  run(services: Services): Promise<void>;
}

/**
 * Runs every chore at its interval, and when a superuser asks for it, until `signal` fires; resolves when the last one has
 * ended. One connection outside the pool holds the locks between workers, so that chores never wait for connections that
 * chores hold.
 * @param mayBegin asked before each; a worker that is drained leaves them to the others.
 * @param firstAfterMs how long the first round waits: a start has something better to do.
 */
export async function doChores(
  services: Services,
  chores: readonly Chore[],
  signal: AbortSignal,
  { mayBegin = () => true, firstAfterMs = 0 }: { mayBegin?: () => boolean; firstAfterMs?: number } = {},
): Promise<void> {
  const means: Means = { firstAfterMs, locks: new ChoreLocks(services), record: new ChoreRecord(services), mayBegin };
  const rounds = chores.map((chore) => ({ chore, bell: new Bell(signal) }));
  const stopListening = services.notifications.on(
    CHORE_NOTIFICATION,
    (name) => rounds.find(({ chore }) => chore.name === name)?.bell.ring(),
    () => rounds.forEach(({ bell }) => bell.ring()),
  );
  await means.record
    .announce(chores)
    .catch((error: unknown) => services.log.warn({ err: error }, "could not store the list of chores"));
  await Promise.all(rounds.map(({ chore, bell }) => doRegularly(services, chore, bell, means, signal)));
  stopListening();
  await means.locks.close();
}

interface Means {
  firstAfterMs: number;
  locks: ChoreLocks;
  record: ChoreRecord;
  mayBegin: () => boolean;
}

async function doRegularly(
  services: Services,
  chore: Chore,
  bell: Bell,
  { firstAfterMs, locks, record, mayBegin }: Means,
  signal: AbortSignal,
): Promise<void> {
  let isAsked = firstAfterMs > 0 && (await bell.wait(firstAfterMs));
  while (!signal.aborted) {
    try {
      if (mayBegin() && (await locks.take(chore.name))) {
        try {
          // Of the workers that were rung, the first one answers the request.
          if (!isAsked || (await record.isRequested(chore.name))) await record.ofRun(chore, () => chore.run(services));
        } finally {
          await locks.release(chore.name);
        }
      }
    } catch (error) {
      services.log.warn({ err: error, chore: chore.name }, "chore failed");
    }
    isAsked = await bell.wait(chore.everySeconds * 1_000);
  }
}

/** Ends the pause of one chore early. A ring during its run is kept for the next pause. */
class Bell {
  readonly #signal: AbortSignal;
  #rung = Promise.withResolvers<true>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  ring(): void {
    this.#rung.resolve(true);
  }

  /** Waits until it rings (true), or until the time is over or the signal has fired (false). */
  async wait(milliseconds: number): Promise<boolean> {
    const over = new AbortController();
    const time = wait(milliseconds, false, { signal: AbortSignal.any([this.#signal, over.signal]), ref: false });
    const isRung = await Promise.race([this.#rung.promise, time.catch(() => false)]);
    over.abort();
    if (isRung) this.#rung = Promise.withResolvers<true>();
    return isRung;
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
