import type { Executor, Tx } from "@kinora/db/connect.ts";
import { knownPermissions } from "@kinora/domain/people/permissions.ts";
import { permissionDifference, ROLES_MAX } from "@kinora/domain/people/roles.ts";
import { sql } from "kysely";
import { listKeysOfRole } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import { presentPerson, type PersonRow } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { change } from "../platform/nouns/change.ts";
import { create } from "../platform/nouns/create.ts";
import { lockRow, missing, type Noun } from "../platform/nouns/noun.ts";
import { recordRow } from "../platform/nouns/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { countRolePeople, readRoles } from "./queries.ts";

type RoleSettings = InputOf<"roles", "createRole">;

const PEOPLE_LISTED = 100;

/** A role of an account; its changes are in the audit log of the project they were made in, and no event. */
const ROLE: Noun<"roles"> = {
  table: "roles",
  scope: "account",
  name: "role",
  title: ({ title }) => title,
  most: ROLES_MAX,
  event: () => null,
  taken: [{ index: "roles_account_id_title_key", field: "title", message: "There is already a role with this title." }],
};

/**
 * Adds a role to the grant's account. @throws Refusal `invalid` at `title` for one the account has already, `conflict`
 * at `ROLES_MAX` roles.
 */
export async function createRole(context: Context, grant: ProjectGrant, settings: RoleSettings) {
  const { title, description, permissions } = settings;
  const { id } = await context.db.transaction().execute((tx) => {
    const changes = { description, permissions: permissions.join(", ") };
    return create(context, tx, ROLE, grant, { title, description, permissions: [...permissions] }, changes);
  });
  return readOne(context.db, grant.accountId, id);
}

/**
 * Changes a role; everyone who has it follows with their next request. Saving what is stored does nothing.
 * @throws Refusal `not_found`, `conflict` for a built-in role and another version, `invalid` at `title` for that of another role.
 */
export async function updateRole(
  context: Context,
  grant: ProjectGrant,
  id: number,
  { title, description, permissions }: RoleSettings,
  version?: number,
) {
  await change(context, ROLE, grant, { id, version }, (before) => {
    requireOwn(before);
    const { gained, lost } = permissionDifference(knownPermissions(before.permissions), permissions);
    const changes = {
      ...changesBetween(before, { title, description }),
      ...(gained.length === 0 ? {} : { gained: gained.join(", ") }),
      ...(lost.length === 0 ? {} : { lost: lost.join(", ") }),
    };
    if (Object.keys(changes).length === 0) return null;
    return { set: { title, description, permissions: [...permissions] }, changes };
  });
  return readOne(context.db, grant.accountId, id);
}

/**
 * Deletes a role; people and invitations that have it get the replacement.
 * @throws Refusal `not_found`, `conflict` for a built-in role, `invalid` at `replacement_id` for a role of another
 * account, the same one, and none where people or invitations have it.
 */
export async function deleteRole(context: Context, grant: ProjectGrant, id: number, replacementId: number | null) {
  const { accountId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const role = await lockRow(tx, ROLE, grant, id);
    requireOwn(role);
    // Waits for transactions that give the role to someone, so that everyone is counted.
    await sql`select from roles where id = ${id} for update`.execute(tx);
    const people = await countRolePeople(tx, accountId, id);
    const replacement = replacementId === null ? null : await readReplacement(tx, accountId, id, replacementId);
    if (replacement === null && (people > 0 || (await isInvited(tx, id))))
      throw wrongReplacement("Choose the role that people with this one get.");
    if (replacement) {
      for (const table of ["project_members", "blocked_members", "project_invitations"] as const)
        await tx.updateTable(table).set({ role_id: replacement.id }).where("role_id", "=", id).execute();
    }
    // What is left are invitations that were accepted or revoked; the audit log keeps those.
    await tx.deleteFrom("project_invitations").where("role_id", "=", id).execute();
    await tx.deleteFrom("roles").where("id", "=", id).where("account_id", "=", accountId).execute();
    const changes = { people, ...(replacement ? { replacement: replacement.title } : {}) };
    await recordRow(context, tx, ROLE, role, "deleted", changes, grant.projectId);
  });
}

/**
 * Who has a role in the account. People of projects that the caller does not belong to are counted, not named.
 * @throws Refusal `not_found` for a role of another account.
 */
export async function listRolePeople(context: Context, grant: ProjectGrant, id: number) {
  await readOne(context.db, grant.accountId, id);
  const inProject = grant.owner ? sql`true` : sql`member.project_id = ${grant.projectId}`;
  const { rows } = await sql<PersonRow & { email: string; projects: string[] }>`
    select users.id, users.first_name, users.last_name, users.avatar_key, users.email,
      array_agg(projects.name order by projects.name) as projects
    from project_members member
    join users on users.id = member.user_id
    join projects on projects.id = member.project_id and projects.deleted_at is null
    where member.role_id = ${id} and member.account_id = ${grant.accountId} and ${inProject}
    group by users.id order by lower(users.last_name || users.first_name || users.email), users.id
    limit ${PEOPLE_LISTED}`.execute(context.db);
  return {
    total: await countRolePeople(context.db, grant.accountId, id),
    keys: grant.owner ? await listKeysOfRole(context, grant.accountId, id) : [],
    data: rows.map(({ email, projects, ...row }) => ({ ...presentPerson(context, row), email, projects })),
  };
}

async function readOne(on: Executor, accountId: number, id: number) {
  const role = (await readRoles(on, accountId)).find((each) => each.id === id);
  if (!role) throw missing(ROLE);
  return role;
}

/** @throws Refusal `conflict` for a built-in role. */
function requireOwn({ system }: { system: boolean }): void {
  if (system)
    throw new Refusal(
      "conflict",
      "Built-in roles cannot be changed or deleted. Duplicate the role and change the copy.",
    );
}

async function readReplacement(tx: Tx, accountId: number, id: number, replacementId: number) {
  const role = await tx
    .selectFrom("roles")
    .select(["id", "title"])
    .where("id", "=", replacementId)
    .where("account_id", "=", accountId)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (!role) throw wrongReplacement("Choose another role of this account.");
  return role;
}

async function isInvited(tx: Tx, roleId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("project_invitations")
    .select("id")
    .where("role_id", "=", roleId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

const wrongReplacement = (message: string) =>
  new Refusal("invalid", message, { fields: { replacement_id: [message] } });
