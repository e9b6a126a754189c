import { sql } from "kysely";
import type { Chore } from "../platform/jobs/chores.ts";

const BATCH = 5_000;
const DAY_MS = 86_400_000;

/** Deletes entries of the audit log that are older than the operator keeps them, the oldest first, in short statements. */
export const trimAudit: Chore = {
  name: "audit.trim",
  does: "Deletes entries of the audit log that are older than they are kept.",
  everySeconds: 3_600,
  async run({ config, db, clock }) {
    const oldest = new Date(clock.now().getTime() - config.auditDays * DAY_MS);
    for (;;) {
      const deleted = await db.transaction().execute(async (tx) => {
        // The database refuses to delete entries without it.
        await sql`select set_config('kinora.audit_retention', 'on', true)`.execute(tx);
        const { numAffectedRows } = await sql`
          delete from audit_log where id in (
            select id from audit_log where created_at < ${oldest} order by created_at limit ${BATCH})`.execute(tx);
        return Number(numAffectedRows ?? 0);
      });
      if (deleted < BATCH) return;
    }
  },
};

export const auditChores = [trimAudit];
