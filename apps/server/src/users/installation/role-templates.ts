import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  DEFAULT_ROLES,
  knownPermissions,
  type Permission,
  type RoleTemplate,
} from "@kinora/domain/people/permissions.ts";
import { keptPermissions, permissionDifference } from "@kinora/domain/people/roles.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { presentPerson, type PersonRow } from "../../platform/access/person.ts";
import { audit, auditAll } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";

interface ChangedTemplate extends PersonRow {
  template: string;
  permissions: string[];
  updated_at: Date;
}

/** The built-in roles of all accounts: what each allows, and how many people have it; for superusers. */
export async function listRoleTemplates(context: Context) {
  const changed = await sql<ChangedTemplate>`
    select template, permissions, updated_at, users.id, first_name, last_name, avatar_key
    from role_templates left join users on users.id = updated_by`.execute(context.db);
  const counted = await countHolders(context.db);
  return DEFAULT_ROLES.map(({ template, title, description, permissions }) => {
    const change = changed.rows.find((row) => row.template === template);
    const holders = counted.find((row) => row.template === template);
    return {
      template,
      title,
      description,
      permissions: knownPermissions(change?.permissions ?? permissions),
      default_permissions: knownPermissions(permissions),
      kept_permissions: [...keptPermissions(template)],
      people: holders?.people ?? 0,
      accounts: holders?.accounts ?? 0,
      changed_at: change?.updated_at ?? null,
      changed_by: change?.id ? presentPerson(context, change) : null,
    };
  });
}

/**
 * Sets what a built-in role allows, in all accounts and in those to come; its default permissions forget the change. The
 * audit log of the installation and that of every project where somebody has the role say so. Saving what is stored does nothing.
 * @throws Refusal `invalid` at `permissions` without one that the role keeps.
 */
export async function changeRoleTemplate(
  context: Context,
  template: RoleTemplate,
  { permissions, reason }: { permissions: readonly Permission[]; reason: string },
) {
  const missing = keptPermissions(template).filter((flag) => !permissions.includes(flag));
  if (missing.length > 0) {
    const message = `This role keeps ${missing.join(", ")}: without it, nobody but owners could let people in.`;
    throw new Refusal("invalid", message, { fields: { permissions: [message] } });
  }
  await context.db.transaction().execute(async (tx) => {
    // One change at a time; accounts that are being created with the role as it was are waited for.
    await sql`lock table role_templates in share row exclusive mode`.execute(tx);
    const before = await readPermissions(tx, template);
    const { gained, lost } = permissionDifference(before, permissions);
    if (gained.length + lost.length === 0) return;
    await store(context, tx, template, permissions);
    await tx
      .updateTable("roles")
      .set({ permissions: [...permissions] })
      .where("template", "=", template)
      .execute();
    await record(context, tx, template, {
      ...(gained.length === 0 ? {} : { gained: gained.join(", ") }),
      ...(lost.length === 0 ? {} : { lost: lost.join(", ") }),
      reason,
    });
  });
  const changed = (await listRoleTemplates(context)).find((each) => each.template === template);
  if (!changed) throw new Error(`There is no built-in role ${template}.`);
  return changed;
}

const defaultRole = (template: RoleTemplate) => {
  const role = DEFAULT_ROLES.find((each) => each.template === template);
  if (!role) throw new Error(`There is no built-in role ${template}.`);
  return role;
};

async function readPermissions(tx: Tx, template: RoleTemplate): Promise<readonly string[]> {
  const row = await tx
    .selectFrom("role_templates")
    .select("permissions")
    .where("template", "=", template)
    .executeTakeFirst();
  return row?.permissions ?? defaultRole(template).permissions;
}

async function store(context: Context, tx: Tx, template: RoleTemplate, permissions: readonly Permission[]) {
  await tx.deleteFrom("role_templates").where("template", "=", template).execute();
  const { gained, lost } = permissionDifference(defaultRole(template).permissions, permissions);
  if (gained.length + lost.length === 0) return;
  const by = context.caller.kind === "user" ? context.caller.userId : null;
  await tx
    .insertInto("role_templates")
    .values({ template, permissions: [...permissions], updated_at: context.clock.now(), updated_by: by })
    .execute();
}

/** How many people have each built-in role, and in how many accounts; owners and superusers lose nothing with it. */
async function countHolders(on: Executor) {
  const { rows } = await sql<{ template: string; people: number; accounts: number }>`
    select roles.template, count(distinct member.user_id)::int as people, count(distinct member.account_id)::int as accounts
    from roles
    join project_members member on member.role_id = roles.id
    join projects on projects.id = member.project_id and projects.deleted_at is null
    join users on users.id = member.user_id and not users.superuser
    where roles.template is not null
      and not exists (select from account_owners owner where owner.account_id = member.account_id and owner.user_id = member.user_id)
    group by roles.template`.execute(on);
  return rows;
}

async function record({ caller }: Context, tx: Tx, template: RoleTemplate, changes: Record<string, unknown>) {
  const about = { actor: actorOf(caller), action: "role.built_in_changed", objectType: "role", changes };
  const { title: objectTitle } = defaultRole(template);
  await audit(tx, { ...about, accountId: null, projectId: null, objectId: null, objectTitle });
  const { rows: held } = await sql<{ account_id: number; project_id: number; role_id: number }>`
    select distinct member.account_id, member.project_id, member.role_id
    from roles join project_members member on member.role_id = roles.id
    where roles.template = ${template}`.execute(tx);
  await auditAll(
    tx,
    held.map((place) => ({
      ...about,
      accountId: place.account_id,
      projectId: place.project_id,
      objectId: place.role_id,
      objectTitle,
    })),
  );
}
