import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Services } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import { ProtocolError } from "./protocol.ts";

/** An exclusive lock on an upload's bytes, across all API processes of a database. */
export interface UploadLock {
  /** Aborted when another request continues the upload, or when the lock is lost with the database. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export interface UploadLocks {
  /** Acquires the lock after asking its holder to stop. @throws ProtocolError 423 when it has not within 10 s. */
  acquire(uploadId: string): Promise<UploadLock>;
  /** Stops every holder, waits until their bytes are stored, and closes the connection. */
  close(): Promise<void>;
}

interface Holder {
  stop: AbortController;
  gone: Promise<void>;
  leave(): void;
}

const GIVE_WAY = "upload_give_way";
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Advisory locks of PostgreSQL on one connection per process: when a process dies, the database releases its locks at
 * once. All writers of an upload write the same bytes to the same offsets, so a writer that has just lost its lock does no
 * harm.
 */
export function openUploadLocks({
  config,
  db,
  notifications,
  log,
}: Pick<Services, "config" | "db" | "notifications" | "log">): UploadLocks {
  const holders = new Holders();
  const connection = new LockConnection(config.databaseUrl, log, () => holders.stopAll());
  const me = randomUUID();
  let closed = false;

  const stopListening = notifications.on(GIVE_WAY, (payload) => {
    const [from, uploadId = ""] = payload.split(" ");
    if (from !== me) holders.of(uploadId)?.stop.abort();
  });

  return {
    async acquire(uploadId) {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      for (let other = holders.of(uploadId); other; other = holders.of(uploadId)) {
        other.stop.abort();
        await Promise.race([other.gone, wait(PATIENCE_MS, undefined, { ref: false })]);
        if (patience.aborted) throw busy();
      }
      if (closed)
        throw new Refusal("unavailable", "This server is stopping. Try again in a moment.", { retryAfterSeconds: 1 });
      const holder = holders.add(uploadId);
      try {
        let client = await connection.tryLock(uploadId);
        for (let pause = FIRST_PAUSE_MS; !client; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
          if (patience.aborted || holder.stop.signal.aborted) throw busy();
          await notify(db, GIVE_WAY, `${me} ${uploadId}`);
          await wait(pause);
          client = await connection.tryLock(uploadId);
        }
        const locked = client;
        return {
          signal: holder.stop.signal,
          async release() {
            await connection.unlock(locked, uploadId);
            holder.leave();
          },
        };
      } catch (error) {
        holder.leave();
        throw error;
      }
    },
    async close() {
      closed = true;
      stopListening();
      holders.stopAll();
      await holders.allGone();
      await connection.close();
    },
  };
}

/** The locks of this process: at most one of an upload. */
class Holders {
  readonly #holders = new Map<string, Holder>();

  of(uploadId: string): Holder | undefined {
    return this.#holders.get(uploadId);
  }

  add(uploadId: string): Holder {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const holder: Holder = {
      stop: new AbortController(),
      gone,
      leave: () => {
        if (this.#holders.get(uploadId) === holder) this.#holders.delete(uploadId);
        resolve();
      },
    };
    this.#holders.set(uploadId, holder);
    return holder;
  }

  stopAll(): void {
    for (const { stop } of this.#holders.values()) stop.abort();
  }

  async allGone(): Promise<void> {
    await Promise.all([...this.#holders.values()].map(({ gone }) => gone));
  }
}

/** The connection whose session holds this process's locks, opened when it is first needed and again after it was lost. */
class LockConnection {
  readonly #databaseUrl: string | null;
  readonly #log: Logger;
  readonly #onLost: () => void;
  #current: pg.Client | null = null;
  #opening: Promise<pg.Client> | null = null;

  constructor(databaseUrl: string | null, log: Logger, onLost: () => void) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#onLost = onLost;
  }

  /** Answers the client that holds the lock now; null while another session has it. */
  async tryLock(uploadId: string): Promise<pg.Client | null> {
    const client = await this.#connect();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [uploadId],
    );
    return rows[0]?.locked ? client : null;
  }

  async unlock(client: pg.Client, uploadId: string): Promise<void> {
    if (client !== this.#current) return;
    try {
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [uploadId]);
    } catch (error) {
      // The connection is lost, and with it the lock.
      this.#log.debug({ err: error }, "could not unlock an upload");
    }
  }

  /** Closes the connection without calling `onLost`. */
  async close(): Promise<void> {
    const client = this.#current;
    this.#current = null;
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    if (this.#current) return this.#current;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #open(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: this.#databaseUrl ?? undefined,
      keepAlive: true,
      application_name: "kinora-uploads",
    });
    const lost = () => {
      if (this.#current !== next) return;
      this.#current = null;
      this.#onLost();
    };
    next.on("error", lost);
    next.on("end", lost);
    await next.connect();
    this.#current = next;
    return next;
  }
}

const busy = () =>
  new ProtocolError(423, "This upload is still being received over another connection. Try again in a moment.");
