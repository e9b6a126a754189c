import { MONTH } from "@kinora/domain/accounts/details.ts";
import { idOf, listView, searched, type ViewField } from "@kinora/ui/kit/list-view.ts";
import type { ListAddress } from "../shell/lists/list-address.ts";

const month = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && MONTH.test(raw) ? raw : undefined),
  narrows: false,
});

/** What the addresses of the account's pages say. */
export const statisticsView = listView({ month: month() });
export const ownersView = listView({});
const membersSchema = { search: searched(), project: idOf() };
export const membersView = listView(membersSchema);
export type MembersAt = ListAddress<typeof membersSchema>;

/** The month it is now, in UTC, as figures are counted. */
export const thisMonth = (now = new Date()): string => now.toISOString().slice(0, 7);
