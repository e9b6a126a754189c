import { REMINDER_DAYS } from "@kinora/domain/accounts/closing.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { audit } from "../../platform/events/events.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { mailOwners } from "./mails.ts";

const BATCH = 50;
const SYSTEM = { kind: "system" };

/**
 * Reminds owners of closed accounts a week before they are purged, purges those whose time is over, and says so when nothing of
 * them is left. Each step is taken once; what the rooms delete they delete after `account.purging`.
 */
export const purgeClosedAccounts: Chore = {
  name: "accounts.purge_closed",
  does: "Reminds owners of closed accounts, and deletes those whose time is over.",
  everySeconds: 600,
  async run(services) {
    await remind(services);
    await beginPurges(services);
    await endPurges(services);
  },
};

async function remind({ db, jobs, clock }: Services): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { rows } = await sql<{ account_id: number }>`
      update account_closures set reminded_at = ${now}::timestamptz
      where purged_at is null and reminded_at is null and purge_at > ${now}::timestamptz
        and purge_at <= ${now}::timestamptz + make_interval(days => ${REMINDER_DAYS})
      returning account_id`.execute(tx);
    for (const { account_id: accountId } of rows) await jobs.send(tx, mailOwners, { accountId, what: "purged_soon" });
  });
}

/** From here on an account cannot be kept. */
async function beginPurges({ db, emit, clock }: Services): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from account_closures join accounts on accounts.id = account_id
    where purged_at is null and purge_at <= ${clock.now()}::timestamptz and status = 'closing'
    order by purge_at limit ${BATCH}`.execute(db);
  for (const { id: accountId } of rows)
    await db.transaction().execute(async (tx) => {
      const account = await tx
        .updateTable("accounts")
        .set({ status: "closed" })
        .where("id", "=", accountId)
        .where("status", "=", "closing")
        .returning("name")
        .executeTakeFirst();
      // An owner kept it since.
      if (!account) return;
      await emit(tx, {
        type: "account.purging",
        accountId,
        projectId: null,
        payload: { account_id: accountId },
        actor: SYSTEM,
      });
      await audit(tx, {
        accountId,
        projectId: null,
        actor: SYSTEM,
        action: "account.purged",
        objectType: "account",
        objectId: accountId,
        objectTitle: account.name,
      });
    });
}

/** Owners stay: invoices, payments and reminders need an addressee. */
async function endPurges({ db, jobs, clock }: Services): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from account_closures join accounts on accounts.id = account_id
    where purged_at is null and status = 'closed' and not exists (select from projects where projects.account_id = accounts.id)
    order by purge_at limit ${BATCH}`.execute(db);
  for (const { id: accountId } of rows)
    await db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable("account_closures")
        .set({ purged_at: clock.now() })
        .where("account_id", "=", accountId)
        .where("purged_at", "is", null)
        .executeTakeFirst();
      if (ended.numUpdatedRows === 0n) return;
      await tx.deleteFrom("roles").where("account_id", "=", accountId).execute();
      await jobs.send(tx, mailOwners, { accountId, what: "purged" });
    });
}
