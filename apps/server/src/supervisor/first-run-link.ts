import { Client } from "pg";
import type { Config } from "../platform/config.ts";

/**
 * The one-time address that creates the first superuser, or null when this installation has users already.
 * Called after the roles have started, on their database.
 */
export async function firstRunLinkOf(config: Config, databaseUrl: string): Promise<string | null> {
  if (!config.roles.includes("login") || (await hasUsers(databaseUrl))) return null;
  // Loaded where it is needed: once in the life of an installation.
  const { firstRunLink } = await import("../login/first-run.ts");
  return firstRunLink({ ...config, databaseUrl });
}

async function hasUsers(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query("select from users limit 1")).rowCount === 1;
  } finally {
    await client.end();
  }
}
