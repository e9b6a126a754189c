import { creditProblem, partialCredit, type WantedCredit } from "@kinora/domain/billing/credits.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { issueCreditNote, lockCreditable } from "./credit-notes.ts";

/**
 * Credits a part of an invoice by a credit note, with the invoice's VAT: a sum, or amounts of its lines. One that is paid stays paid;
 * what was paid too much is paid back. A part that is all that was left voids the invoice.
 * @throws Refusal `invalid` at `amount` or `lines` for more than is left; `conflict` for a credit note, an invoice that is void, and
 * all that is left of one that was paid.
 */
export const creditInvoice = (
  context: Context,
  id: number,
  wanted: WantedCredit,
  reason: string,
): Promise<{ id: number; voids: boolean }> =>
  context.db.transaction().execute(async (tx) => {
    const creditable = await lockCreditable(context, tx, id);
    const problem = creditProblem(creditable.invoice, wanted);
    if (problem) throw new Refusal("invalid", problem.words, { fields: { [problem.field]: [problem.words] } });
    return issueCreditNote(context, tx, creditable, partialCredit(creditable.invoice, wanted), reason);
  });
