import type { Executor } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { vatNumberProblem } from "../../platform/vat-number.ts";

const COLUMNS = [
  "company_name",
  "billing_email",
  "vat_number",
  "street",
  "city",
  "postcode",
  "country",
  "po_number",
] as const;
type Details = { name: string } & Record<(typeof COLUMNS)[number], string>;

/** What an account is called, and who its invoices are for; empty texts while nothing was saved. */
export async function readDetails(on: Executor, { accountId }: Grant): Promise<Details> {
  const { name } = await on.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  const saved = await on
    .selectFrom("account_billing_details")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const empty = Object.fromEntries(COLUMNS.map((column) => [column, ""])) as Omit<Details, "name">;
  return { name, ...(saved ?? empty) };
}

/**
 * Saves them; nothing is recorded when nothing is different.
 * @throws Refusal `invalid` at `vat_number` for one that no country's numbers look like.
 */
export async function saveDetails(context: Context, grant: Grant, wanted: Details): Promise<Details> {
  const { accountId } = grant;
  const wrong = vatNumberProblem(wanted.vat_number, wanted.country);
  if (wrong !== null) throw new Refusal("invalid", wrong, { fields: { vat_number: [wrong] } });
  return context.db.transaction().execute(async (tx) => {
    await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().executeTakeFirstOrThrow();
    const before = await readDetails(tx, grant);
    const names = ["name", ...COLUMNS] as const;
    const changes = Object.fromEntries(
      names.filter((name) => before[name] !== wanted[name]).map((name) => [name, [before[name], wanted[name]]]),
    );
    if (Object.keys(changes).length === 0) return before;
    const { name, ...details } = wanted;
    await tx.updateTable("accounts").set({ name }).where("id", "=", accountId).execute();
    const row = { ...details, updated_at: context.clock.now() };
    await tx
      .insertInto("account_billing_details")
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
      .execute();
    await audit(tx, {
      accountId,
      projectId: null,
      actor: actorOf(context.caller),
      action: "account.updated",
      objectType: "account",
      objectId: accountId,
      objectTitle: name,
      changes,
    });
    return wanted;
  });
}
