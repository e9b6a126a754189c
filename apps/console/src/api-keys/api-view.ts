import { listView, shownAs } from "@kinora/ui/kit/list-view.ts";

/** The parts of the page in their order. */
export const API_TABS = ["keys", "tokens", "requests"] as const;

/** What the address of the page says. */
export const apiView = listView({ tab: shownAs(API_TABS) });
