import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import { idOf, listView, oneOf, searched, type ViewField } from "@kinora/ui/kit/list-view.ts";
import type { ListAddress } from "../shell/lists/list-address.ts";

/** What the addresses of the lists of invoices and plans say. */
const account = idOf();
/** A seller by its id, or that of the invoice settings. */
const seller: ViewField<number | "settings"> = {
  read: (raw) => (raw === "settings" ? raw : account.read(raw)),
  narrows: true,
};

const invoicesSchema = { search: searched(), state: oneOf(INVOICE_STATES), account, seller };
export const invoicesView = listView(invoicesSchema);
export type InvoicesAt = ListAddress<typeof invoicesSchema>;
const accountInvoicesSchema = { seller };
export const accountInvoicesView = listView(accountInvoicesSchema);
export type AccountInvoicesAt = ListAddress<typeof accountInvoicesSchema>;
export const plansView = listView({});
