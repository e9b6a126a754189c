import type { Access, Scope } from "@kinora/contract/access.ts";
import type { Database } from "@kinora/db/connect.ts";
import { knownPermissions, PERMISSIONS, type Permission } from "@kinora/domain/permissions.ts";
import { sql } from "kysely";
import type { Caller } from "./caller.ts";
import { Refusal } from "./refusal.ts";

/** Where an operation may act: found before it runs, so that no service has to trust an id it was given. */
export interface Ground {
  accountId: number;
  /** Null where the operation is about the account itself. */
  projectId: number | null;
  owner: boolean;
  permissions: ReadonlySet<Permission>;
}

/** Where an operation on a project, or on something in it, may act. */
export type ProjectGround = Ground & { projectId: number };

interface Place {
  account_id: number;
  project_id: number | null;
}

const undeleted = sql`and thing.deleted_at is null`;
const leaving = sql`and thing.leaving_at is null`;
const TABLES = { video: "videos", upload: "uploads", category: "categories", tag: "tags", stream: "streams" };
const ALIVE = { video: undeleted, upload: sql``, category: leaving, tag: leaving, stream: undeleted };

/** Finds the account and project of a row. Deleted rows and rows of deleted projects are not found. */
async function findPlace(db: Database, scope: Scope, id: number | string): Promise<Place | undefined> {
  if (scope === "account") {
    const { rows } = await sql<Place>`
      select id as account_id, null::bigint as project_id from accounts where id = ${id} and status <> 'closed'`.execute(
      db,
    );
    return rows[0];
  }
  if (scope === "project") {
    const { rows } = await sql<Place>`
      select account_id, id as project_id from projects where id = ${id} and deleted_at is null`.execute(db);
    return rows[0];
  }
  const table = sql.table(TABLES[scope]);
  const alive = ALIVE[scope];
  const { rows } = await sql<Place>`
    select thing.account_id, thing.project_id from ${table} as thing
    join projects on projects.id = thing.project_id and projects.deleted_at is null
    where thing.id = ${id} ${alive}`.execute(db);
  return rows[0];
}

/** What the caller holds at a place; null when they have nothing to do with it. */
export async function standing(db: Database, caller: Caller, place: Place): Promise<Ground | null> {
  const ground = (owner: boolean, permissions: Iterable<Permission>): Ground => ({
    accountId: place.account_id,
    projectId: place.project_id,
    owner,
    permissions: new Set(permissions),
  });
  if (caller.kind === "anonymous") return null;
  if (caller.kind === "api_key")
    return caller.projectId === place.project_id ? ground(false, caller.permissions) : null;
  if (caller.superuser) return ground(true, PERMISSIONS);

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
  if (held?.owner) return ground(true, PERMISSIONS);
  if (held?.member) return ground(false, knownPermissions(held.permissions ?? []));
  return null;
}

/** Refuses callers without an identity unless anyone may call. @throws Refusal `unauthenticated`. */
export function requireIdentity(caller: Caller, access: Access): void {
  if (access.who !== "anyone" && caller.kind === "anonymous") throw new Refusal("unauthenticated", "Sign in to go on.");
}

/** The answer for rows that do not exist and for rows of another tenant: both are the same, byte for byte. */
export const missingScope = (scope: Scope) =>
  new Refusal("not_found", `This ${scope} does not exist or belongs to another project.`);

/**
 * Finds the project or account an operation acts in and checks that the caller may.
 *
 * @param id names the row of the operation's scope, from the operation's path (scope-id.ts); null without a scope.
 * @throws Refusal `unauthenticated`, `not_found` or `forbidden`.
 */
export async function findGround(
  db: Database,
  caller: Caller,
  access: Access,
  id: number | string | null,
): Promise<Ground | null> {
  requireIdentity(caller, access);
  if (access.who === "anyone") return null;
  if (access.who === "signed_in") {
    if (caller.kind !== "user") throw new Refusal("forbidden", "This needs a person; an API key can not do it.");
    return null;
  }
  if (access.who === "superuser") {
    if (caller.kind === "user" && caller.superuser) return null;
    throw new Refusal("forbidden", "Only superusers may do this.");
  }
  const place = id === null ? undefined : await findPlace(db, access.of, id);
  if (!place) throw missingScope(access.of);
  const ground = await standing(db, caller, place);
  if (!ground) throw missingScope(access.of);
  if (access.who === "owner" && !ground.owner)
    throw new Refusal("forbidden", "Only owners of the account may do this.");
  if (access.who === "permission") {
    const enough = ground.permissions.has(access.permission) || (access.or && ground.permissions.has(access.or));
    if (!enough) throw new Refusal("forbidden", `Your role lacks the permission ${access.permission}.`);
  }
  return ground;
}
