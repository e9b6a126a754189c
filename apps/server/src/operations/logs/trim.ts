import { LOG_BYTES_MAX, LOG_DAYS } from "@kinora/domain/operations/logs.ts";
import { sql } from "kysely";
import type { Chore } from "../../platform/jobs/chores.ts";

const DAY_MS = 86_400_000;

/** Drops the days of log lines that are too old, and then the oldest ones while all take more than `LOG_BYTES_MAX`. */
export const trimLogLines: Chore = {
  name: "operations.trim_log_lines",
  does: "Deletes log lines that are too old or too many.",
  everySeconds: 600,
  async run({ db, clock, log }) {
    const { rows: days } = await sql<{ name: string; bytes: number }>`
      select relname as name, pg_total_relation_size(oid)::bigint as bytes from pg_class
      where relname ~ '^log_lines_[0-9]{8}$' and relkind = 'r' order by relname desc`.execute(db);
    const oldest = new Date(clock.now().getTime() - LOG_DAYS * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");
    let kept = 0;
    for (const [index, { name, bytes }] of days.entries()) {
      kept += bytes;
      // Today's lines stay, however many they are.
      const isNeeded = name >= `log_lines_${oldest}` && kept <= LOG_BYTES_MAX;
      if (isNeeded || index === 0) continue;
      await sql`drop table if exists ${sql.table(name)}`.execute(db);
      log.info({ table: name }, "a day of log lines was dropped");
    }
  },
};
