import { PostgresDialect, type Kysely, type Transaction } from "kysely";
import pg from "pg";
import { RetryingKysely } from "./retried.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;
/** What a query needs: the database itself or one transaction in it. */
export type Executor = Database | Transaction<Schema>;
export type Tx = Transaction<Schema>;

const INT8 = 20;
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database sent ${text}, beyond what a number can hold.`);
  return value;
});

/** Thrown when a query gets no connection; the driver's error is the cause. */
export class DatabaseUnreachable extends Error {}

const connectionLosses = new WeakSet<Error>();

/**
 * Whether an error of a query is its connection breaking, in whatever words of the network or the driver (ECONNRESET in
 * the middle of an answer looks like any other broken connection by its code alone).
 */
export const isConnectionLoss = (error: unknown): boolean => error instanceof Error && connectionLosses.has(error);

export interface ConnectOptions {
  maximumConnections?: number;
  applicationName?: string;
}

/**
 * A pool on one PostgreSQL database. Connections that die are replaced on the next query, so the database may go and
 * come back; a query that cannot get a connection within 5 s fails. A transaction that loses a deadlock is run once more.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maximumConnections ?? 10,
    application_name: options.applicationName ?? "kinora",
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // An idle connection the server closes is not a fault: the pool drops it, the next query opens a new one.
  pool.on("error", () => undefined);
  // The driver gives the same error to the queries that were under way; one that dies between two queries of a
  // transaction has nobody else to tell, and the next query says so.
  pool.on("connect", (client) => client.on("error", (error) => connectionLosses.add(error)));
  return new RetryingKysely({
    dialect: new PostgresDialect({
      pool: {
        connect: () => pool.connect().catch(unreachable),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
}

function unreachable(cause: unknown): never {
  const words = cause instanceof Error && cause.message ? cause.message : String(cause);
  throw new DatabaseUnreachable(`The database cannot be reached: ${words}`, { cause });
}
