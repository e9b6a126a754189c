import { wholeCredit } from "@kinora/domain/billing/credits.ts";
import type { Context } from "../../context.ts";
import { issueCreditNote, lockCreditable } from "./credit-notes.ts";

/**
 * Voids an invoice by a credit note of all that is left of it, with a number of the same series: with its credit notes it is 0. The
 * month can then be invoiced again.
 * @throws Refusal `conflict` for a credit note, an invoice that is void, and one that was paid: what was paid is paid back first.
 */
export const voidInvoice = (context: Context, id: number, reason: string): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    const creditable = await lockCreditable(context, tx, id);
    const note = await issueCreditNote(context, tx, creditable, wholeCredit(creditable.invoice), reason);
    return note.id;
  });
