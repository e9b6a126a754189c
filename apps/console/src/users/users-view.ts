import { AUDIT_OBJECTS, AUDIT_SOURCES } from "@kinora/domain/people/audit.ts";
import { INVITATION_STATES } from "@kinora/domain/people/invitations.ts";
import { dayOf, idOf, listView, oneOf, searched, shownAs, type ViewField } from "@kinora/ui/kit/list-view.ts";
import { apiInput } from "../platform/api-input.ts";
import type { ListAddress } from "../shell/lists/list-address.ts";

export const USERS_TABS = ["users", "invitations", "roles", "audit"] as const;

/** The name of an action, such as `video.updated`. */
const actionName = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && /^[a-z_.]{1,100}$/.test(raw) ? raw : undefined),
  narrows: true,
});

const schema = {
  tab: shownAs(USERS_TABS),
  search: searched(),
  /** The id of the role people have. */
  role: idOf(),
  status: oneOf(["active", "blocked"]),
  /** The state of invitations. */
  invitation: oneOf(INVITATION_STATES),
  /** What the audit log is filtered by. */
  user: idOf(),
  source: oneOf(AUDIT_SOURCES),
  object: oneOf(AUDIT_OBJECTS),
  action: actionName(),
  from: dayOf(),
  to: dayOf(),
};

/** What the address of the users page says. */
export const usersView = listView(schema);
export type UsersAt = ListAddress<typeof schema>;

/** What filters the people, as the API is asked for it. */
export const peopleFilterOf = ({ search, role, status }: UsersAt["address"]) =>
  apiInput("users.listUsers", {
    ...(search === undefined ? {} : { search }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
  });
