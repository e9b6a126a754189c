/** Thrown when a query gets no connection; the driver's error is the cause. */
export class DatabaseUnreachable extends Error {}

/** Thrown when all connections of a pool stay in use. */
export class DatabaseBusy extends DatabaseUnreachable {}

/** @throws DatabaseUnreachable for an error of the driver. */
export function unreachable(cause: unknown): never {
  const words = cause instanceof Error && cause.message ? cause.message : String(cause);
  throw new DatabaseUnreachable(`Couldn't reach the database: ${words}`, { cause });
}
