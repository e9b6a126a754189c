import { isConnectionLoss } from "@kinora/db/connect.ts";
import { DatabaseBusy, DatabaseUnreachable } from "@kinora/db/unreachable.ts";
import { Refusal } from "../refusal.ts";

// PostgreSQL manual, appendix A: class 08 is the connection, 57P01–57P05 a server that stops, crashed or starts,
// 25006 one that is a replica, as until it is promoted.
const AWAY_STATE = /^(08...|57P0[1-5]|25006)$/;
// The driver gives these no code (pg/lib/client.js).
const AWAY_WORDS = /^Connection terminated|has encountered a connection error and is not queryable|^Client was closed/;
const NETWORK_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);

// The same appendix: class 53 is insufficient resources, 53100 disk_full.
const DISK_FULL = "53100";

// Classes 23 and 40: foreign_key_violation, unique_violation, serialization_failure, deadlock_detected.
const COLLISIONS = new Set(["23503", "23505", "40001", "40P01"]);

/** What a change is answered with that met another one at the same moment, where no service says it better. */
export const COLLISION =
  "Somebody else changed the same thing at this moment. Look at it again, and repeat your change.";

/**
 * The refusal while the database cannot be reached, has no room for a change, or found it in the way of another one; null for
 * any other error.
 */
export function databaseRefusal(error: unknown): Refusal | null {
  if (error instanceof DatabaseBusy)
    return new Refusal("unavailable", "The database has too much to do at the moment. Please try again.", {
      retryAfterSeconds: 2,
    });
  if (isDatabaseAway(error))
    return new Refusal("unavailable", "The database is away for a moment. Please try again.", { retryAfterSeconds: 1 });
  if (hasFullDisk(error))
    return new Refusal(
      "storage_full",
      "The server's disk is full, and nothing was changed. Try again once there is space.",
      {
        retryAfterSeconds: 60,
      },
    );
  if (isCollision(error)) return new Refusal("conflict", COLLISION);
  return null;
}

/** Whether a change failed because of another one at the same moment, and nothing was written. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && (COLLISIONS.has(codeOf(error)) || isCollision(error.cause));

const hasFullDisk = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === DISK_FULL || hasFullDisk(error.cause));

/** Milliseconds after which a read that people wait for is given up. A network that swallows everything closes no connection. */
const SILENCE_MS = 5_000;

/**
 * What is read from the database, while somebody waits for it.
 * @throws DatabaseUnreachable without an answer within five seconds; the query is not cancelled.
 */
export async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DatabaseUnreachable(`The database did not answer within ${SILENCE_MS / 1_000} s.`)),
    SILENCE_MS,
  );
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an error means that the connection to the database was lost: the work is retried and not counted as failed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof DatabaseUnreachable ||
    isConnectionLoss(error) ||
    AWAY_STATE.test(codeOf(error)) ||
    AWAY_WORDS.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}

/** The same for errors of code whose only connection is to the database. */
export function isConnectionLost(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true;
  return error instanceof Error && NETWORK_CODES.has(codeOf(error));
}

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");
