import { ACCOUNT_STATUSES, INSTALLATION_PEOPLE } from "@kinora/domain/people/installation.ts";
import { INSTALLATION_VIDEO_STATES } from "@kinora/domain/videos/takedown.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

/** What the addresses of the superusers' lists say. */
export const peopleView = listView({ search: searched(), show: oneOf(INSTALLATION_PEOPLE), account: idOf() });
export const accountsView = listView({ search: searched(), status: oneOf(ACCOUNT_STATUSES) });
export const installationVideosView = listView({
  search: searched(),
  state: oneOf(INSTALLATION_VIDEO_STATES),
  account: idOf(),
  taken_down: oneOf(["true", "false"]),
});
