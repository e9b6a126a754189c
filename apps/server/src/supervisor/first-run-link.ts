import type { Config } from "../platform/config.ts";

/**
 * The one-time address that creates the first superuser, or null when this installation has users already.
 * Called after the roles have started, on their database.
 */
export async function firstRunLinkOf(config: Config, databaseUrl: string): Promise<string | null> {
  if (!config.roles.includes("login")) return null;
  // Imported lazily: a supervisor without the login role does not need this code.
  const { firstRunLink } = await import("../login/first-run.ts");
  return firstRunLink({ ...config, databaseUrl });
}
