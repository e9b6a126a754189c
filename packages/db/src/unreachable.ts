/** Thrown when a query gets no connection; the driver's error is the cause. */
export class DatabaseUnreachable extends Error {}

/** @throws DatabaseUnreachable for an error of the driver. */
export function unreachable(cause: unknown): never {
  const words = cause instanceof Error && cause.message ? cause.message : String(cause);
  throw new DatabaseUnreachable(`Couldn't reach the database: ${words}`, { cause });
}
