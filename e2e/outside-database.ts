import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { freePort } from "@kinora/db/free-port.ts";

/** A PostgreSQL that Kinora does not start itself, as `DATABASE_URL` names one. */
export interface OutsideDatabase {
  url: string;
  /** Ends the server; connections break. */
  stop(): Promise<void>;
  /** Starts it again, with what it had. */
  start(): Promise<void>;
}

/** Starts a PostgreSQL in a folder of its own; it ends, and its folder goes, with `cleanUp`. */
export async function startOutsideDatabase(cleanUp: AsyncDisposableStack): Promise<OutsideDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "kinora-outside-"));
  // Readable by the account the database runs under.
  chmodSync(folder, 0o755);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  const options = { dataDir: folder, port: await freePort(), password: "outside" };
  let server = await startEmbeddedPostgres(options);
  cleanUp.defer(() => server.stop());
  return {
    url: server.url,
    stop: () => server.stop(),
    async start() {
      server = await startEmbeddedPostgres(options);
    },
  };
}
