import { STANDINGS } from "@kinora/domain/accounts/closing.ts";
import { ALL_FEATURES } from "@kinora/domain/operations/features.ts";
import { permissionSet, PERMISSIONS, knownPermissions } from "@kinora/domain/people/permissions.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { uploadAllowance } from "../platform/access/allowance.ts";
import type { Acting, Caller, ViewAs } from "../platform/access/caller.ts";
import { avatarUrl } from "../platform/access/person.ts";
import { REALTIME_KEY } from "../platform/events/realtime.ts";
import { accountFeatures } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { endActing } from "./acting.ts";
import { endViewAs } from "./view-as.ts";

type Person = Caller & { kind: "user" };

interface ConfigRequest {
  accountId: number | undefined;
  projectId: number | undefined;
}

/**
 * The console's initial data (spec §3, Config): for the requested account and project, or the caller's first ones.
 * @throws Refusal `not_found` for an account or project the caller does not belong to.
 */
export async function readConfig(context: Context, request: ConfigRequest) {
  const { caller, clock } = context;
  if (caller.kind === "user" && caller.acting && caller.acting.until <= clock.now()) {
    await endActing(context);
    return readConfig({ ...context, caller: await asThemselves(context, caller, caller.acting) }, request);
  }
  const viewAs = caller.kind === "user" ? caller.viewAs : undefined;
  if (viewAs) {
    const read = await readViewed(context, viewAs);
    if (read) return asRole(read, viewAs);
    await endViewAs(context);
  }
  return readHeld(context, request);
}

/** The superuser again, whose session acted as another person. */
async function asThemselves({ db }: Context, session: Person, { superuserId }: Acting): Promise<Person> {
  const { superuser } = await db
    .selectFrom("users")
    .select("superuser")
    .where("id", "=", superuserId)
    .executeTakeFirstOrThrow();
  return { kind: "user", userId: superuserId, superuser, sessionId: session.sessionId };
}

/** The project that is viewed as a role; null when the caller does not belong to it any more. */
async function readViewed(context: Context, { projectId }: ViewAs) {
  try {
    return await readHeld(context, { accountId: undefined, projectId });
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === "not_found") return null;
    throw problem;
  }
}

/** What someone with the role would be shown of the project, as far as the caller may see it themselves. */
function asRole({ config, user }: Awaited<ReturnType<typeof readHeld>>, viewAs: ViewAs) {
  const held = knownPermissions(viewAs.permissions).filter((permission) => config.permissions[permission]);
  return {
    config: {
      ...config,
      accounts: config.accounts.filter(({ id }) => id === config.account_id).map((one) => ({ ...one, owner: false })),
      projects: config.projects.filter(({ id }) => id === viewAs.projectId),
      permissions: permissionSet(held),
      view_as: { role_id: viewAs.roleId, title: viewAs.title },
      upload: { ...config.upload, disk_bytes: null, disk_free_bytes: null },
    },
    user: { ...user, superuser: false, role: { title: viewAs.title } },
  };
}

const foreignAccount = () => new Refusal("not_found", "This account does not exist or you do not belong to it.");

async function readHeld(context: Context, request: ConfigRequest) {
  const { db, caller, config } = context;
  if (caller.kind !== "user") throw new Refusal("unauthenticated", "Sign in to continue.");
  const user = await db.selectFrom("users").selectAll().where("id", "=", caller.userId).executeTakeFirstOrThrow();
  const accounts = await accountsOf(context, caller.userId);

  const wanted = request.projectId === undefined ? undefined : await accountOfProject(context, request.projectId);
  const accountId = wanted ?? request.accountId ?? accounts[0]?.id ?? null;
  if (request.projectId !== undefined && wanted === undefined) throw foreignAccount();
  let account = accounts.find(({ id }) => id === accountId);
  if (accountId !== null && !account) {
    if (!caller.superuser) throw foreignAccount();
    const visited = await accountOf(context, accountId);
    if (!visited) throw foreignAccount();
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
  const held = all ? PERMISSIONS : knownPermissions(role?.permissions ?? []);
  return {
    config: {
      account_id: account?.id ?? null,
      project_id: project?.id ?? null,
      accounts,
      projects: projects.map(({ id, name, hash, domain, timezone }) => ({ id, name, hash, domain, timezone })),
      categories: project ? await categoriesOf(context, project.id) : [],
      countries: [...COUNTRIES],
      permissions: permissionSet(project ? held : []),
      standing: account ? await standingOf(context, account.id) : null,
      view_as: null as { role_id: number; title: string } | null,
      features: account ? await accountFeatures(context, account.id) : ALL_FEATURES,
      maintenance: await announced(context),
      acting: caller.acting ? await shownActing(context, user, caller.acting) : null,
      owners: account ? await ownersOf(context, account.id) : [],
      realtime_url: `${config.urls.api.replace(/^http/, "ws")}/realtime/app/${REALTIME_KEY}`,
      edge_url: config.urls.edge,
      upload: account
        ? await shownAllowance(context, account, project?.id ?? null)
        : { max_bytes: 0, used_bytes: 0, limit_bytes: null, disk_bytes: null, disk_free_bytes: null },
    },
    user: {
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      superuser: user.superuser,
      avatar_url: avatarUrl(context, user.avatar_key),
      role: shownRole(account?.owner ?? false, role, caller.superuser),
    },
  };
}

/** What the console says of maintenance; null while nothing is planned. */
async function announced({ installation }: Context) {
  const { mode, ...times } = (await installation.settings()).maintenance;
  return mode === "off" ? null : { mode, ...times };
}

async function shownActing(
  { db }: Context,
  user: { first_name: string; last_name: string; email: string },
  { superuserId, reason, until, writes }: Acting,
) {
  const by = await db
    .selectFrom("users")
    .select(["first_name", "last_name", "email"])
    .where("id", "=", superuserId)
    .executeTakeFirstOrThrow();
  const nameOf = (person: typeof by) => `${person.first_name} ${person.last_name}`.trim() || person.email;
  return { name: nameOf(user), email: user.email, by: nameOf(by), reason, until, writes };
}

function shownRole(owner: boolean, role: { title: string } | undefined, superuser: boolean): { title: string } | null {
  if (owner) return { title: "Owner" };
  if (role) return { title: role.title };
  return superuser ? { title: "Superuser" } : null;
}

/** Only owners see disk usage, as in what needs their attention. */
async function shownAllowance(context: Context, account: { id: number; owner: boolean }, projectId: number | null) {
  const allowance = await uploadAllowance(context, account.id, projectId);
  const disk = account.owner && allowance.limit_bytes === null ? await context.storage.space() : null;
  return { ...allowance, disk_bytes: disk?.totalBytes ?? null, disk_free_bytes: disk?.freeBytes ?? null };
}

async function accountsOf({ db }: Context, userId: number) {
  const { rows } = await sql<{ id: number; name: string; owner: boolean }>`
    select accounts.id, accounts.name, account_owners.user_id is not null as owner
    from accounts
    left join account_owners on account_owners.account_id = accounts.id and account_owners.user_id = ${userId}
    where accounts.status <> 'closed' and (account_owners.user_id is not null or exists (
      -- A person without a project still belongs to the account, and sees whom to ask for one.
      select from project_members where project_members.account_id = accounts.id and project_members.user_id = ${userId}))
    order by accounts.id`.execute(db);
  return rows;
}

const accountOf = ({ db }: Context, id: number) =>
  db.selectFrom("accounts").select(["id", "name"]).where("id", "=", id).executeTakeFirst();

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

/** Why nothing can be changed in an account; null while it is active. */
async function standingOf({ db }: Context, accountId: number) {
  const row = await db
    .selectFrom("accounts")
    .leftJoin("account_closures", "account_closures.account_id", "accounts.id")
    .select(["accounts.status", "account_closures.purge_at"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirst();
  const status = STANDINGS.find((standing) => standing === row?.status);
  return row && status ? { status, purge_at: row.purge_at } : null;
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
