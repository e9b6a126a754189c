import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { freePort } from "./free-port.ts";
import { migrate } from "./migrate.ts";

const TEMPLATE = "kinora_template";

/**
 * One PostgreSQL for a whole test run, with a migrated template database that each test file clones. `prepare` adds to the
 * template what a database of the product has besides.
 */
export async function startTestPostgres(
  prepare?: (templateUrl: string) => Promise<void>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-test-postgres-"));
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    port: await freePort(),
    password: randomBytes(12).toString("hex"),
  });
  await doNotWaitForDisk(server.url);
  await withAdmin(server.url, (client) =>
    client.query(`create database ${TEMPLATE} template template0 lc_ctype 'C.UTF-8'`),
  );
  await migrate(onDatabase(server.url, TEMPLATE));
  await prepare?.(onDatabase(server.url, TEMPLATE));
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a server answer before its data is on the disk: tests commit thousands of times, and only a power cut would lose
 * anything. A killed server loses nothing.
 */
export async function doNotWaitForDisk(serverUrl: string): Promise<void> {
  await withAdmin(serverUrl, async (client) => {
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      await client.query(`alter system set ${setting} = off`);
    await client.query("select pg_reload_conf()");
  });
}

/** A new database with every table and no rows, or without tables on request. */
export async function cloneTestDatabase(
  serverUrl: string,
  { tables = true }: { tables?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withAdmin(serverUrl, async (client) => {
    // PostgreSQL refuses concurrent clones of one template; the lock serializes them.
    await client.query("select pg_advisory_lock(4711)");
    // The other strategy takes 17 MB through shared buffers, and dropping the database looks for them there.
    await client.query(`create database ${name} template ${tables ? TEMPLATE : "template0"} strategy file_copy`);
  });
  return {
    url: onDatabase(serverUrl, name),
    drop: () => withAdmin(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

function onDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function withAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(url, "postgres") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
