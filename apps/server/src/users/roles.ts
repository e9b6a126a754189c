import type { Executor, Tx } from "@kinora/db/connect.ts";
import { knownPermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import { permissionDifference, ROLES_MAX } from "@kinora/domain/people/roles.ts";
import { sql } from "kysely";
import { listKeysOfRole } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { presentPerson, type PersonRow } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { requireVersion } from "../platform/database/version.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { countRolePeople, readRoles } from "./queries.ts";

export interface RoleSettings {
  title: string;
  description: string;
  permissions: readonly Permission[];
}

const PEOPLE_LISTED = 100;
const missing = () => new Refusal("not_found", "This role does not exist.");
const builtIn = () =>
  new Refusal("conflict", "Built-in roles cannot be changed or deleted. Duplicate the role and change the copy.");

/**
 * Adds a role to the grant's account. @throws Refusal `invalid` at `title` for one the account has already, `conflict`
 * at `ROLES_MAX` roles.
 */
export async function createRole(context: Context, grant: ProjectGrant, settings: RoleSettings) {
  const id = await namedOnce(() =>
    context.db.transaction().execute(async (tx) => {
      // Two requests at a time do not pass the limit together.
      await tx.selectFrom("accounts").select("id").where("id", "=", grant.accountId).forNoKeyUpdate().execute();
      if ((await readRoles(tx, grant.accountId)).length >= ROLES_MAX)
        throw new Refusal("conflict", `An account can have up to ${ROLES_MAX} roles. Delete one first.`);
      const row = await tx
        .insertInto("roles")
        .values({ ...settings, permissions: [...settings.permissions], account_id: grant.accountId })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { title, description, permissions } = settings;
      const changes = { description, permissions: permissions.join(", ") };
      await record(context, tx, grant, { action: "role.created", id: row.id, title, changes });
      return row.id;
    }),
  );
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
  settings: RoleSettings,
  version?: number,
) {
  await namedOnce(() =>
    context.db.transaction().execute(async (tx) => {
      const before = await lockOwnRole(tx, grant.accountId, id);
      requireVersion(before, version, "role");
      const { gained, lost } = permissionDifference(before.permissions, settings.permissions);
      const changes = {
        ...(before.title === settings.title ? {} : { title: [before.title, settings.title] }),
        ...(before.description === settings.description
          ? {}
          : { description: [before.description, settings.description] }),
        ...(gained.length === 0 ? {} : { gained: gained.join(", ") }),
        ...(lost.length === 0 ? {} : { lost: lost.join(", ") }),
      };
      if (Object.keys(changes).length === 0) return;
      await tx
        .updateTable("roles")
        .set({ ...settings, permissions: [...settings.permissions] })
        .where("id", "=", id)
        .execute();
      await record(context, tx, grant, { action: "role.updated", id, title: settings.title, changes });
    }),
  );
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
    const role = await lockOwnRole(tx, accountId, id);
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
    await record(context, tx, grant, { action: "role.deleted", id, title: role.title, changes });
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
  if (!role) throw missing();
  return role;
}

async function lockOwnRole(tx: Tx, accountId: number, id: number) {
  const role = await tx
    .selectFrom("roles")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!role) throw missing();
  if (role.system) throw builtIn();
  return { ...role, permissions: knownPermissions(role.permissions) };
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

/** Runs a change of a role's title. @throws Refusal `invalid` at `title` for one that another role has. */
async function namedOnce<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    if (violatedIndex(error) !== "roles_account_id_title_key") throw error;
    const message = "There is already a role with this title.";
    throw new Refusal("invalid", message, { fields: { title: [message] } });
  }
}

async function record(
  { caller }: Context,
  tx: Tx,
  { accountId, projectId }: ProjectGrant,
  { action, id, title, changes }: { action: string; id: number; title: string; changes: Record<string, unknown> },
): Promise<void> {
  const object = { objectType: "role", objectId: id, objectTitle: title };
  await audit(tx, { accountId, projectId, actor: actorOf(caller), action, ...object, changes });
}
