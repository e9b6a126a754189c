import { COUNTRIES } from "@kinora/domain/countries.ts";
import { permissionSet, PERMISSIONS, knownPermissions } from "@kinora/domain/permissions.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { uploadAllowance } from "../platform/allowance.ts";
import { avatarUrl } from "../platform/person.ts";
import { REALTIME_KEY } from "../platform/realtime.ts";
import { Refusal } from "../platform/refusal.ts";

interface ConfigRequest {
  accountId: number | undefined;
  projectId: number | undefined;
}

/**
 * What the console needs to begin (spec §3, Config): the account and project asked for, or the first the caller has.
 * @throws Refusal `not_found` for an account or project the caller has nothing to do with.
 */
export async function readConfig(context: Context, request: ConfigRequest) {
  const { db, caller, config } = context;
  if (caller.kind !== "user") throw new Refusal("unauthenticated", "Sign in to go on.");
  const user = await db.selectFrom("users").selectAll().where("id", "=", caller.userId).executeTakeFirstOrThrow();
  const accounts = await accountsOf(context, caller.userId);

  const wanted = request.projectId === undefined ? undefined : await accountOfProject(context, request.projectId);
  const accountId = wanted ?? request.accountId ?? accounts[0]?.id ?? null;
  const foreign = new Refusal("not_found", "This account does not exist or you do not belong to it.");
  if (request.projectId !== undefined && wanted === undefined) throw foreign;
  let account = accounts.find(({ id }) => id === accountId);
  if (accountId !== null && !account) {
    if (!caller.superuser) throw foreign;
    const visited = await db
      .selectFrom("accounts")
      .select(["id", "name"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!visited) throw foreign;
    account = { ...visited, owner: true };
    accounts.push(account);
  }
  const all = account !== undefined && (account.owner || caller.superuser);
  const projects = account ? await projectsOf(context, account.id, all ? null : caller.userId) : [];
  const project =
    projects.find(({ id }) => id === request.projectId) ?? (request.projectId === undefined ? projects[0] : undefined);
  if (request.projectId !== undefined && !project)
    throw new Refusal("not_found", "This project does not exist or you do not belong to it.");

  const role = project?.role_id
    ? await db.selectFrom("roles").selectAll().where("id", "=", project.role_id).executeTakeFirst()
    : undefined;
  const granted = project ? (all ? PERMISSIONS : knownPermissions(role?.permissions ?? [])) : [];
  return {
    config: {
      account_id: account?.id ?? null,
      project_id: project?.id ?? null,
      accounts,
      projects: projects.map(({ id, name, hash, domain, timezone }) => ({ id, name, hash, domain, timezone })),
      categories: project ? await categoriesOf(context, project.id) : [],
      countries: [...COUNTRIES],
      permissions: permissionSet(granted),
      owners: account ? await ownersOf(context, account.id) : [],
      realtime_url: `${config.urls.api.replace(/^http/, "ws")}/realtime/app/${REALTIME_KEY}`,
      edge_url: config.urls.edge,
      upload: account
        ? await uploadAllowance(context, account.id, project?.id ?? null)
        : { max_bytes: 0, used_bytes: 0, limit_bytes: null },
    },
    user: {
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      superuser: user.superuser,
      avatar_url: avatarUrl(context, user.avatar_key),
      role: account?.owner
        ? { title: "Owner" }
        : role
          ? { title: role.title }
          : caller.superuser
            ? { title: "Superuser" }
            : null,
    },
  };
}

async function accountsOf({ db }: Context, userId: number) {
  const { rows } = await sql<{ id: number; name: string; owner: boolean }>`
    select accounts.id, accounts.name, account_owners.user_id is not null as owner
    from accounts
    left join account_owners on account_owners.account_id = accounts.id and account_owners.user_id = ${userId}
    where accounts.status <> 'closed' and (account_owners.user_id is not null or exists (
      -- Whoever lost their last project still belongs to its account, and is told whom to ask for another one.
      select from project_members where project_members.account_id = accounts.id and project_members.user_id = ${userId}))
    order by accounts.id`.execute(db);
  return rows;
}

async function accountOfProject({ db }: Context, projectId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("projects")
    .select("account_id")
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.account_id;
}

/** Every project of an account, or only those `memberId` belongs to, each with their role there. */
function projectsOf({ db }: Context, accountId: number, memberId: number | null) {
  let query = db
    .selectFrom("projects")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.project_id", "=", "projects.id").on("project_members.user_id", "=", memberId),
    )
    .select([
      "projects.id",
      "projects.name",
      "projects.hash",
      "projects.domain",
      "projects.timezone",
      "project_members.role_id",
    ])
    .where("projects.account_id", "=", accountId)
    .where("projects.deleted_at", "is", null)
    .orderBy("projects.name")
    .orderBy("projects.id");
  if (memberId !== null) query = query.where("project_members.user_id", "is not", null);
  return query.execute();
}

function categoriesOf({ db }: Context, projectId: number) {
  return db
    .selectFrom("categories")
    .select(["id", "name", "active"])
    .where("project_id", "=", projectId)
    .where("leaving_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

function ownersOf({ db }: Context, accountId: number) {
  return db
    .selectFrom("account_owners")
    .innerJoin("users", "users.id", "account_owners.user_id")
    .select(["users.first_name", "users.last_name"])
    .where("account_owners.account_id", "=", accountId)
    .orderBy("account_owners.created_at")
    .limit(20)
    .execute();
}
