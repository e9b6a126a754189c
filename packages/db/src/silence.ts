import pg from "pg";

/** How long a connection may be in use before its database is asked whether it is there, in milliseconds. */
const SUSPECT_MS = 5_000;
/** How long the database may take to answer that, in milliseconds: a busy machine needs seconds for a new connection. */
const PROBE_MS = 8_000;
const LOOK_MS = 1_000;

interface SilenceLimits {
  suspectMs: number;
  probeMs: number;
  lookMs: number;
}

const LIMITS: SilenceLimits = { suspectMs: SUSPECT_MS, probeMs: PROBE_MS, lookMs: LOOK_MS };

/**
 * Ends the connections of a pool whose database has fallen silent: a host that is gone, or a network that swallows everything, closes
 * none, and TCP gives up after a quarter of an hour. A long query alone is no sign: while connections are in use for long, a new
 * one asks, and only where that gets no answer do the queries on them fail, as on a lost connection.
 */
export function endSilentConnections(pool: pg.Pool, databaseUrl: string, limits: SilenceLimits = LIMITS): void {
  const inUse = new Map<pg.PoolClient, number>();
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  let asking = false;
  const look = async () => {
    const before = performance.now() - limits.suspectMs;
    const suspects = () => [...inUse].filter(([, since]) => since < before).map(([client]) => client);
    if (asking || suspects().length === 0) return;
    asking = true;
    try {
      if (await isSilent(databaseUrl, limits.probeMs)) for (const client of suspects()) endConnection(client);
    } finally {
      asking = false;
    }
  };
  pool.on("acquire", (client) => {
    inUse.set(client, performance.now());
    timer ??= setInterval(() => {
      // It never throws.
      look().catch(() => undefined);
    }, limits.lookMs).unref();
  });
  const released = (client: pg.PoolClient) => {
    inUse.delete(client);
    if (inUse.size === 0) stop();
  };
  pool.on("release", (_error, client) => released(client));
  pool.on("remove", released);
}

/** Without a running query the driver says goodbye first; the next query fails either way. */
function endConnection(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}

/** Whether a new connection gets no answer. One that the server refuses in words is an answer. Never throws. */
async function isSilent(databaseUrl: string, limitMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limitMs });
  client.on("error", () => undefined);
  const { promise: silence, resolve } = Promise.withResolvers<"silent">();
  const timer = setTimeout(() => resolve("silent"), limitMs);
  try {
    const asking = client.connect().then(() => client.query("select 1"));
    return (await Promise.race([asking, silence])) === "silent";
  } catch (error) {
    return !(error instanceof pg.DatabaseError);
  } finally {
    clearTimeout(timer);
    client.end().catch(() => undefined);
  }
}
