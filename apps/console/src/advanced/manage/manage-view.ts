import { listView, shownAs } from "@kinora/ui/kit/list-view.ts";

/** The parts of the page in their order; `ManagePage` says what each shows. */
export const MANAGE_TABS = ["switches", "maintenance", "limits", "storage", "jobs", "backups", "system"] as const;
export type ManageTab = (typeof MANAGE_TABS)[number];

/** What the address of the page says. */
export const manageView = listView({ tab: shownAs(MANAGE_TABS) });
