import { ACCOUNT_STATUSES, INSTALLATION_PEOPLE } from "@kinora/domain/people/installation.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

/** What the addresses of the superusers' lists say. */
export const peopleView = listView({ search: searched(), show: oneOf(INSTALLATION_PEOPLE) });
export const accountsView = listView({ search: searched(), status: oneOf(ACCOUNT_STATUSES) });
export const installationProjectsView = listView({ search: searched(), account: idOf() });
