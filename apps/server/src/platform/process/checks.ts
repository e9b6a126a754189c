import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Check } from "../http/health.ts";

/** What every role with services reports on /readyz. */
export function serviceChecks(services: Services): Record<string, Check> {
  return {
    database: async () => {
      await sql`select 1`.execute(services.db);
    },
    storage: () => services.storage.check(),
  };
}
