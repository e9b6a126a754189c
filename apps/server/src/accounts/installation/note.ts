import type { Context } from "../../context.ts";
import { missingAccount } from "../../platform/access/account.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";

/**
 * Writes down what superusers note of an account, nothing for an empty text; nothing changes when it says so already. Its line is in
 * the installation's audit log, not in the account's, which owners read, and has no word of the note.
 * @throws Refusal `not_found`.
 */
export async function saveAccountNote(context: Context, accountId: number, note: string): Promise<void> {
  const { db, caller, clock } = context;
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw missingAccount();
    const saved = await tx
      .selectFrom("account_notes")
      .select("note")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if ((saved?.note ?? "") === note) return;
    const values = { note, changed_at: clock.now(), changed_by: caller.kind === "user" ? caller.userId : null };
    if (note === "") await tx.deleteFrom("account_notes").where("account_id", "=", accountId).execute();
    else
      await tx
        .insertInto("account_notes")
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
        .execute();
    await audit(tx, {
      accountId: null,
      projectId: null,
      actor: actorOf(caller),
      action: "account.noted",
      objectType: "account",
      objectId: accountId,
      objectTitle: account.name,
      changes: { characters: [saved?.note.length ?? 0, note.length] },
    });
  });
}
