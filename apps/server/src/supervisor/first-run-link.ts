import { existsSync } from "node:fs";
import type { Config } from "../platform/config.ts";

const file = new URL("../login/first-run.ts", import.meta.url);

/**
 * The one-time address that creates the first superuser, or null when this installation has users already.
 * It is asked for after the roles run, over the database they use.
 */
export async function firstRunLinkOf(config: Config, databaseUrl: string): Promise<string | null> {
  if (!config.roles.includes("login") || !existsSync(file)) return null;
  const { firstRunLink } = (await import(file.href)) as { firstRunLink: (config: Config) => Promise<string | null> };
  return firstRunLink({ ...config, databaseUrl });
}
