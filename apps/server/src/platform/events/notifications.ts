import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";

type Listener = (payload: string) => void;
const RECONNECT_MS = 200;
const CONNECT_MS = 5_000;
/** How often the connection is tried, which otherwise only listens, and how long an answer may take: a host that is gone closes nothing. */
const TRY_MS = 15_000;
const ANSWER_MS = 8_000;

/** Receives PostgreSQL's NOTIFY over a connection of its own, which reconnects automatically. */
export interface Notifications {
  /** Calls `listener` for each notification on `channel`, and `missed` after a gap in which some may have been lost. */
  on(channel: string, listener: Listener, missed?: () => void): () => void;
  close(): Promise<void>;
}

/** What is called with a connection, and with what it receives. */
interface Listening {
  /** It listens to every channel there is. */
  opened(client: pg.Client): void;
  deliver(channel: string, payload: string): void;
  lost(client: pg.Client): void;
}

/** Connects to a database and listens to channels, those that are added meanwhile included. */
async function connectTo(
  databaseUrl: string,
  channels: Iterable<string>,
  { opened, deliver, lost }: Listening,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "kinora-listen",
  });
  client.on("notification", ({ channel, payload }) => deliver(channel, payload ?? ""));
  client.on("error", () => lost(client));
  client.on("end", () => lost(client));
  await client.connect();
  for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  opened(client);
}

/** Connects, again and again, until it succeeds or nobody listens any more. */
async function untilDone(open: () => Promise<void>, isClosed: () => boolean, log: Logger): Promise<void> {
  while (!isClosed()) {
    try {
      return await open();
    } catch (error) {
      log.debug({ err: error }, "could not connect to the database");
      await wait(RECONNECT_MS);
    }
  }
}

/** Ends a connection that does not answer; it is then replaced like one that was lost. */
async function endIfSilent(client: pg.Client, log: Logger): Promise<void> {
  const timer = setTimeout(() => {
    log.warn("the database does not answer, connecting again for notifications");
    client.end().catch((error: unknown) => log.debug({ err: error }, "could not end a silent connection"));
  }, ANSWER_MS);
  try {
    await client.query("select 1");
  } catch (error) {
    log.debug({ err: error }, "the connection for notifications failed");
  } finally {
    clearTimeout(timer);
  }
}

/** Starts listening; resolves once connected. */
export async function listenForNotifications(databaseUrl: string, log: Logger): Promise<Notifications> {
  const listeners = new Map<string, Set<Listener>>();
  const missed = new Set<() => void>();
  let client: pg.Client | null = null;
  // The driver takes one query at a time.
  let listening: Promise<unknown> = Promise.resolve();
  let closed = false;

  const deliver = (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  };
  const lost = (gone: pg.Client) => {
    if (client !== gone) return;
    client = null;
    if (!closed) reopen().catch((error: unknown) => log.error({ err: error }, "could not reconnect for notifications"));
  };
  const opened = (next: pg.Client) => {
    client = next;
  };
  const open = () => connectTo(databaseUrl, listeners.keys(), { opened, deliver, lost });

  async function reopen(): Promise<void> {
    log.warn("connection for notifications lost, reconnecting");
    await untilDone(open, () => closed, log);
    if (!closed) for (const catchUp of missed) catchUp();
  }

  await open();
  const trying = setInterval(() => {
    const tried = client;
    if (tried) listening = listening.then(() => endIfSilent(tried, log));
  }, TRY_MS).unref();
  return {
    on(channel, listener, onMissed) {
      const known = listeners.get(channel);
      if (known) known.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        // A failed LISTEN means the connection is gone: opening the next one listens to every channel again.
        listening = listening
          .then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
          .catch((error: unknown) => log.debug({ err: error }, "listen failed"));
      }
      if (onMissed) missed.add(onMissed);
      return () => {
        listeners.get(channel)?.delete(listener);
        if (onMissed) missed.delete(onMissed);
      };
    },
    async close() {
      closed = true;
      clearInterval(trying);
      await listening;
      await client?.end();
    },
  };
}
