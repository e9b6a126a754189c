import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Services } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
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
  const holders = new Map<string, Holder>();
  const me = randomUUID();
  let current: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let closed = false;

  const stopListening = notifications.on(GIVE_WAY, (payload) => {
    const [from, uploadId = ""] = payload.split(" ");
    if (from !== me) holders.get(uploadId)?.stop.abort();
  });

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: config.databaseUrl ?? undefined,
      keepAlive: true,
      application_name: "kinora-uploads",
    });
    const lost = () => {
      if (current !== next) return;
      current = null;
      for (const { stop } of holders.values()) stop.abort();
    };
    next.on("error", lost);
    next.on("end", lost);
    await next.connect();
    current = next;
    return next;
  }

  async function connection(): Promise<pg.Client> {
    if (current) return current;
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function tryLock(uploadId: string): Promise<pg.Client | null> {
    const client = await connection();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [uploadId],
    );
    return rows[0]?.locked ? client : null;
  }

  async function unlock(client: pg.Client, uploadId: string): Promise<void> {
    if (client !== current) return;
    try {
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [uploadId]);
    } catch (error) {
      // The connection is lost, and with it the lock.
      log.debug({ err: error }, "could not unlock an upload");
    }
  }

  function hold(uploadId: string): Holder {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const holder: Holder = {
      stop: new AbortController(),
      gone,
      leave: () => {
        if (holders.get(uploadId) === holder) holders.delete(uploadId);
        resolve();
      },
    };
    holders.set(uploadId, holder);
    return holder;
  }

  return {
    async acquire(uploadId) {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      for (let other = holders.get(uploadId); other; other = holders.get(uploadId)) {
        other.stop.abort();
        await Promise.race([other.gone, wait(PATIENCE_MS, undefined, { ref: false })]);
        if (patience.aborted) throw busy();
      }
      if (closed)
        throw new Refusal("unavailable", "This server is stopping. Try again in a moment.", { retryAfterSeconds: 1 });
      const holder = hold(uploadId);
      try {
        let client = await tryLock(uploadId);
        for (let pause = FIRST_PAUSE_MS; !client; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
          if (patience.aborted || holder.stop.signal.aborted) throw busy();
          await notify(db, GIVE_WAY, `${me} ${uploadId}`);
          await wait(pause);
          client = await tryLock(uploadId);
        }
        const locked = client;
        return {
          signal: holder.stop.signal,
          async release() {
            await unlock(locked, uploadId);
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
      for (const { stop } of holders.values()) stop.abort();
      await Promise.all([...holders.values()].map(({ gone }) => gone));
      const client = current;
      current = null;
      await client?.end();
    },
  };
}

const busy = () =>
  new ProtocolError(423, "This upload is still being received over another connection. Try again in a moment.");
