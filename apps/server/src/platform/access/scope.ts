import type { Access, Scope } from "@kinora/contract/access.ts";
import type { Database } from "@kinora/db/connect.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { knownPermissions, PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";
import type { Caller } from "./caller.ts";

/** The account or project that the access check found, and what the caller may do there. Services query inside it and trust no id. */
export interface Grant {
  accountId: number;
  /** Null where the operation is about the account itself. */
  projectId: number | null;
  owner: boolean;
  permissions: ReadonlySet<Permission>;
}

/** The grant of an operation on a project or on a row of one. */
export type ProjectGrant = Grant & { projectId: number };

interface Place {
  account_id: number;
  project_id: number | null;
  /** Its account's; nothing in it can be changed unless that is active. */
  status?: string;
}

const undeleted = sql`and thing.deleted_at is null`;
const leaving = sql`and thing.leaving_at is null`;
const TABLES = {
  video: "videos",
  upload: "uploads",
  category: "categories",
  tag: "tags",
  stream: "streams",
  player: "players",
  playlist: "playlists",
};
const ALIVE = {
  video: undeleted,
  upload: sql``,
  category: leaving,
  tag: leaving,
  stream: undeleted,
  player: sql``,
  playlist: sql``,
};

/** Finds the account and project of a row. Deleted rows and rows of deleted projects are not found. */
async function findPlace(db: Database, scope: Scope, id: number | string): Promise<Place | undefined> {
  if (scope === "account") {
    const { rows } = await sql<Place>`
      select id as account_id, null::bigint as project_id, status from accounts where id = ${id} and status <> 'closed'`.execute(
      db,
    );
    return rows[0];
  }
  if (scope === "project") {
    const { rows } = await sql<Place>`
      select account_id, projects.id as project_id, accounts.status from projects
      join accounts on accounts.id = account_id where projects.id = ${id} and deleted_at is null`.execute(db);
    return rows[0];
  }
  const table = sql.table(TABLES[scope]);
  const alive = ALIVE[scope];
  const { rows } = await sql<Place>`
    select thing.account_id, thing.project_id, accounts.status from ${table} as thing
    join accounts on accounts.id = thing.account_id
    join projects on projects.id = thing.project_id and projects.deleted_at is null
    where thing.id = ${id} ${alive}`.execute(db);
  return rows[0];
}

/**
 * The caller's grant for an account or project; null when they are no member of it. Who views a project as a role has
 * what they hold of the role's permissions, and no other place.
 */
export async function findGrant(db: Database, caller: Caller, place: Place): Promise<Grant | null> {
  const grant = await findHeld(db, caller, place);
  const viewAs = caller.kind === "user" ? caller.viewAs : undefined;
  if (!grant || !viewAs) return grant;
  if (place.project_id !== viewAs.projectId) return null;
  return {
    ...grant,
    owner: false,
    permissions: new Set(viewAs.permissions.filter((permission) => grant.permissions.has(permission))),
  };
}

async function findHeld(db: Database, caller: Caller, place: Place): Promise<Grant | null> {
  const grant = (owner: boolean, permissions: Iterable<Permission>): Grant => ({
    accountId: place.account_id,
    projectId: place.project_id,
    owner,
    permissions: new Set(permissions),
  });
  // Commands make grants of their own.
  if (caller.kind === "anonymous" || caller.kind === "operator") return null;
  if (caller.kind === "api_key" || caller.kind === "upload_token")
    return caller.projectId === place.project_id ? grant(false, caller.permissions) : null;
  if (caller.superuser) return grant(true, PERMISSIONS);

  const { rows } = await sql<{ owner: boolean; member: boolean; permissions: string[] | null }>`
    select
      exists (select from account_owners where account_id = ${place.account_id} and user_id = ${caller.userId}) as owner,
      exists (select from project_members where account_id = ${place.account_id} and user_id = ${caller.userId}
              and (${place.project_id}::bigint is null or project_id = ${place.project_id})) as member,
      (select roles.permissions from project_members join roles on roles.id = project_members.role_id
        where project_members.project_id = ${place.project_id} and project_members.user_id = ${caller.userId}) as permissions`.execute(
    db,
  );
  const held = rows[0];
  if (held?.owner) return grant(true, PERMISSIONS);
  if (held?.member) return grant(false, knownPermissions(held.permissions ?? []));
  return null;
}

/** Refuses callers without an identity unless anyone may call. @throws Refusal `unauthenticated`. */
export function requireIdentity(caller: Caller, access: Access): void {
  if (access.who !== "anyone" && caller.kind === "anonymous")
    throw new Refusal("unauthenticated", "Sign in to continue.");
}

/** The answer for rows that do not exist and for rows of another tenant: both are the same, byte for byte. */
export const missingScope = (scope: Scope) =>
  new Refusal("not_found", `This ${scope} does not exist or belongs to another project.`);

/** @throws Refusal `forbidden` in an account that is suspended or being closed. */
function requireChangeable(status: string | undefined, whileClosing: boolean): void {
  if (status === "suspended")
    throw new Refusal("forbidden", "This account is suspended: nothing can be changed until the operator reopens it.");
  if (status === "closing" && !whileClosing)
    throw new Refusal("forbidden", "This account is being closed: nothing can be changed unless an owner keeps it.");
}

/**
 * Finds the project or account an operation acts in and checks that the caller may.
 *
 * @param id names the row of the operation's scope, from the operation's path (scope-id.ts); null without a scope.
 * @param reads whether the operation changes nothing; people of a suspended or closed account can look, not change.
 * @param whileClosing whether it may change something in an account that is being closed.
 * @throws Refusal `unauthenticated`, `not_found` or `forbidden`.
 */
export async function authorize(
  db: Database,
  caller: Caller,
  access: Access,
  id: number | string | null,
  { reads = false, whileClosing = false }: { reads?: boolean; whileClosing?: boolean } = {},
): Promise<Grant | null> {
  requireIdentity(caller, access);
  if (access.who === "anyone") return null;
  if (access.who === "signed_in") {
    if (caller.kind !== "user") throw new Refusal("forbidden", "This needs a person; an API key cannot do it.");
    return null;
  }
  if (access.who === "superuser") {
    if (caller.kind === "user" && caller.superuser && !caller.viewAs) return null;
    throw new Refusal("forbidden", "Only superusers can do this.");
  }
  const place = id === null ? undefined : await findPlace(db, access.of, id);
  if (!place) throw missingScope(access.of);
  const grant = await findGrant(db, caller, place);
  if (!grant) throw missingScope(access.of);
  if (!reads && !(caller.kind === "user" && caller.superuser)) requireChangeable(place.status, whileClosing);
  if (access.who === "owner" && !grant.owner) throw new Refusal("forbidden", "Only owners of the account can do this.");
  if (access.who === "permission") {
    const enough = grant.permissions.has(access.permission) || (access.or && grant.permissions.has(access.or));
    if (!enough)
      throw new Refusal("forbidden", `Your role lacks the “${permissionNames[access.permission]}” permission.`);
  }
  return grant;
}
