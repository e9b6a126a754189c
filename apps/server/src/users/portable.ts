import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { knownPermissions } from "@kinora/domain/people/permissions.ts";
import type { PortableList } from "../platform/portable.ts";
import { Refusal } from "../platform/refusal.ts";
import { countRolePeople, readRoles } from "./queries.ts";
import { createRole, deleteRole, updateRole } from "./roles.ts";

type Role = NonNullable<ProjectDocument["roles"]>[number];

/** The account's own roles in a file, by their titles. The built-in ones are the same everywhere. */
export const portableRoles: PortableList<Role, Role> = {
  async read({ db }, { accountId }) {
    const roles = await readRoles(db, accountId);
    return roles
      .filter(({ system }) => !system)
      .toSorted((one, other) => (one.title < other.title ? -1 : 1))
      .map(({ id, title, description, permissions, people }) => ({
        id,
        value: { title, description, permissions: knownPermissions(permissions) },
        whenRemoved: people === 0 ? "All projects of the account lose it." : peopleHaveIt(people),
        whenChanged: people === 0 ? null : `It applies to ${counted(people)} in all projects of the account.`,
      }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (const role of wanted) ids.push((await createRole(context, grant, role)).id);
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, wanted) {
    await updateRole(context, grant, id, wanted);
    return [];
  },
  async remove(context, grant, { id }) {
    const people = await countRolePeople(context.db, grant.accountId, id);
    if (people > 0) throw new Refusal("conflict", peopleHaveIt(people));
    await deleteRole(context, grant, id, null);
  },
};

const counted = (people: number) => `${people.toLocaleString("en-US")} ${people === 1 ? "person" : "people"}`;
const peopleHaveIt = (people: number) =>
  `${counted(people)} ${people === 1 ? "has" : "have"} it. Give them another role first.`;
