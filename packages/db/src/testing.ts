import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const TEMPLATE = "kinora_template";

/** One PostgreSQL for a whole test run, with a migrated template database that each test file clones. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-test-postgres-"));
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    port: await freePort(),
    password: randomBytes(12).toString("hex"),
  });
  await withAdmin(server.url, (client) => client.query(`create database ${TEMPLATE}`));
  await migrate(onDatabase(server.url, TEMPLATE));
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database of the caller's own, with every table and no rows; with not even a table where that is asked for. */
export async function cloneTestDatabase(
  serverUrl: string,
  { tables = true }: { tables?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withAdmin(serverUrl, async (client) => {
    // Two clones of one template at once are refused by PostgreSQL; the lock makes them take turns.
    await client.query("select pg_advisory_lock(4711)");
    await client.query(`create database ${name} template ${tables ? TEMPLATE : "template0"}`);
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
