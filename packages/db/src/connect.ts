import { PostgresDialect, type Kysely, type LogEvent, type Transaction } from "kysely";
import pg from "pg";
import { RetryingKysely } from "./retried.ts";
import type { Schema } from "./schema.ts";
import { endSilentConnections } from "./silence.ts";
import { DatabaseBusy, unreachable } from "./unreachable.ts";

export type Database = Kysely<Schema>;
/** The database or one transaction in it. */
export type Executor = Database | Transaction<Schema>;
export type Tx = Transaction<Schema>;

const INT8 = 20;
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database sent ${text}, which is not a safe integer.`);
  return value;
});

const CONNECT_MS = 5_000;
/** pg-pool/index.js */
const NO_CONNECTION = "timeout exceeded when trying to connect";

const pools = new WeakMap<Database, pg.Pool>();

/** Connections of a pool: in use, open without use, and requests that wait for one. */
export function poolUsage(db: Database): Record<"used" | "idle" | "waiting", number> {
  const pool = pools.get(db);
  if (!pool) return { used: 0, idle: 0, waiting: 0 };
  return { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

const connectionLosses = new WeakSet<Error>();

/**
 * Whether a query failed because its connection was lost, whatever the error of the network or driver (ECONNRESET in
 * the middle of a result cannot be recognized by its code alone).
 */
export const isConnectionLoss = (error: unknown): boolean => error instanceof Error && connectionLosses.has(error);

export interface ConnectOptions {
  maximumConnections?: number;
  applicationName?: string;
  /** Learns of each statement that ended, with its time in milliseconds; `error` is undefined where it succeeded. */
  onStatement?: ((statement: string, milliseconds: number, error: unknown) => void) | undefined;
}

/**
 * A pool on one PostgreSQL database. Broken connections are replaced on the next query, so the database may go and
 * come back; a query that cannot get a connection within 5 s fails. A transaction that loses a deadlock is run once more.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maximumConnections ?? 10,
    application_name: options.applicationName ?? "kinora",
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // The server may close idle connections: the pool drops them, and the next query opens a new one.
  pool.on("error", () => undefined);
  // The driver rejects running queries with the same error. If the connection breaks between two queries of a
  // transaction, the next query fails.
  endSilentConnections(pool, databaseUrl);
  pool.on("connect", (client) => client.on("error", (error) => connectionLosses.add(error)));
  const db: Database = new RetryingKysely({
    dialect: new PostgresDialect({
      pool: {
        connect: () => pool.connect().catch((cause: unknown) => refuse(cause, pool)),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
    ...(options.onStatement ? { log: statementLog(options.onStatement) } : {}),
  });
  pools.set(db, pool);
  return db;
}

const statementLog =
  (onStatement: NonNullable<ConnectOptions["onStatement"]>) =>
  (event: LogEvent): void =>
    onStatement(event.query.sql, event.queryDurationMillis, event.level === "error" ? event.error : undefined);

function refuse(cause: unknown, { totalCount, idleCount, options: { max } }: pg.Pool): never {
  // The driver's words are the same where a server does not answer and where no connection becomes free.
  if (cause instanceof Error && cause.message === NO_CONNECTION && totalCount >= max && idleCount === 0)
    throw new DatabaseBusy(`All ${max} connections to the database stayed in use for ${CONNECT_MS / 1_000} s.`, {
      cause,
    });
  return unreachable(cause);
}
