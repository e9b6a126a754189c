import { StorageFull } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Health } from "../http/health.ts";

/** What every role with services reports on /readyz. A full or read-only disk ends no reads. */
export function serviceHealth(
  services: Services,
): Pick<Health, "checks"> & { standIns: NonNullable<Health["standIns"]> } {
  return {
    checks: {
      database: async () => {
        await sql`select 1`.execute(services.db);
      },
      storage: () => services.storage.check(),
    },
    standIns: {
      storage: (error) => (isUnwritable(error) ? "What is stored is read, and nothing can be written." : null),
    },
  };
}

const isUnwritable = (error: unknown): boolean =>
  error instanceof StorageFull || (error instanceof Error && "code" in error && error.code === "EROFS");
