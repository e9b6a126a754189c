import { PROJECT_STANDINGS } from "@kinora/domain/people/installation.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

/** What the address of a list of projects says; that of an account's owners has no `account`. */
export const projectsView = listView({ search: searched(), account: idOf(), status: oneOf(PROJECT_STANDINGS) });
