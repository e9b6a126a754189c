import { KEPT_DAYS } from "@kinora/domain/webhooks/retries.ts";
import { sql } from "kysely";
import type { Chore } from "../platform/jobs/chores.ts";
import { mailDisabled } from "./disabled-mail.ts";

const BATCH = 1_000;

/** Deletes messages older than 30 days with their deliveries and answers, in short statements. */
export const trimMessages: Chore = {
  name: "webhooks.trim",
  does: "Deletes old webhook messages with their deliveries.",
  everySeconds: 3_600,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from webhook_messages where id in (
          select id from webhook_messages where created_at < ${before} order by created_at limit ${BATCH})`.execute(db);
      if (Number(numAffectedRows ?? 0) < BATCH) return;
    }
  },
};

export const webhookTasks = [mailDisabled];
export const webhookChores: Chore[] = [trimMessages];
