import { IMPORT_ITEM_STATES } from "@kinora/domain/imports/imports.ts";
import { listView, oneOf } from "@kinora/ui/kit/list-view.ts";

/** What the address of the list of imports says: its page. */
export const importJobsView = listView({});

/** What the address of an import says: which of its items are listed. */
export const importItemsView = listView({ state: oneOf(IMPORT_ITEM_STATES) });
