import { connect } from "@kinora/db/connect.ts";
import type { Config } from "../platform/config.ts";
import { createToken } from "./tokens.ts";

/**
 * The one-time link, valid 24 hours, with which the first person makes themselves superuser; null when a user exists.
 * Each call makes a new link and ends the earlier one.
 */
export async function firstRunLink(config: Pick<Config, "databaseUrl" | "urls">): Promise<string | null> {
  if (!config.databaseUrl)
    throw new Error("DATABASE_URL is not set; the supervisor sets it for the embedded database.");
  const db = connect(config.databaseUrl, { maximumConnections: 1, applicationName: "kinora-first-run" });
  try {
    return await db.transaction().execute(async (tx) => {
      const someone = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
      if (someone) return null;
      return `${config.urls.login}/first-run?token=${await createToken(tx, "first_run", null, new Date())}`;
    });
  } finally {
    await db.destroy();
  }
}
