import { inject, onTestFinished } from "vitest";
import { connect, type Database } from "./connect.ts";
import { cloneTestDatabase } from "./testing.ts";

/** A database of one test, which is dropped when the test has finished: with every table and no rows, or without tables on request. */
export async function ownDatabase(options: { tables?: boolean } = {}): Promise<{ db: Database; url: string }> {
  const { url, drop } = await cloneTestDatabase(inject("postgresUrl"), options);
  const db = connect(url, { maximumConnections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  return { db, url };
}
