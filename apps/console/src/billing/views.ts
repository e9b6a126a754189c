import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";
import type { ListAddress } from "../shell/lists/list-address.ts";

/** What the addresses of the lists of invoices and plans say. */
const invoicesSchema = { search: searched(), state: oneOf(INVOICE_STATES), account: idOf() };
export const invoicesView = listView(invoicesSchema);
export type InvoicesAt = ListAddress<typeof invoicesSchema>;
export const plansView = listView({});
