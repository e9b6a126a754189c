import type { Config } from "../platform/config.ts";

/**
 * The one-time address that creates the first superuser, or null when this installation has users already.
 * It is asked for after the roles run, over the database they use.
 */
export async function firstRunLinkOf(config: Config, databaseUrl: string): Promise<string | null> {
  if (!config.roles.includes("login")) return null;
  // Loaded late: a supervisor of other roles never needs the login room's code.
  const { firstRunLink } = await import("../login/first-run.ts");
  return firstRunLink({ ...config, databaseUrl });
}
