import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { BY_NAME, nameHolds, presentPerson, type PersonRow } from "../../platform/access/person.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { hasFactor } from "../../platform/access/second-factor.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { readPage } from "../../platform/lists/read-page.ts";

const OWNERS_MAX = 100;

interface AccountPersonRow extends PersonRow {
  email: string;
  status: "invited" | "active" | "blocked";
  second_factor: boolean;
  last_seen_at: Date | null;
}

const present = <Row extends PersonRow>(context: Context, { id, first_name, last_name, avatar_key, ...row }: Row) => ({
  ...presentPerson(context, { id, first_name, last_name, avatar_key }),
  ...row,
});

/** The owners of an account, the first one first. */
export async function listAccountOwners(context: Context, { accountId }: Grant) {
  const { rows } = await sql<AccountPersonRow & { since: Date }>`
    select users.id, first_name, last_name, avatar_key, email, status, last_seen_at, account_owners.created_at as since,
      ${hasFactor(sql.ref("users.id"))} as second_factor
    from account_owners join users on users.id = user_id
    where account_id = ${accountId} order by account_owners.created_at, users.id limit ${OWNERS_MAX}`.execute(
    context.db,
  );
  return rows.map((row) => present(context, row));
}

type MemberQuery = InputOf<"accounts", "listAccountMembers">;

interface MemberRow extends AccountPersonRow {
  roles: { project: string; role: string; blocked: boolean }[];
}

/** One page of the people of all projects of an account, by name, with the role they have in each. */
export async function listAccountMembers(context: Context, { accountId }: Grant, query: MemberQuery) {
  const { search, project } = query;
  const places = sql`
    select project_id, user_id, role_id, false as blocked from project_members where account_id = ${accountId}
    union all select project_id, user_id, role_id, true from blocked_members where account_id = ${accountId}`;
  const list = {
    columns: sql`users.id, first_name, last_name, avatar_key, email, status, last_seen_at, ${hasFactor(sql.ref("users.id"))} as second_factor,
      (select json_agg(json_build_object('project', projects.name, 'role', roles.title, 'blocked', place.blocked)
          order by lower(projects.name))
        from (${places}) place join projects on projects.id = place.project_id and projects.deleted_at is null
        join roles on roles.id = place.role_id where place.user_id = users.id) as roles`,
    from: sql`users`,
    where: [
      sql`exists (
        select from (${places}) place join projects on projects.id = place.project_id and projects.deleted_at is null
        where place.user_id = users.id ${project === undefined ? sql`` : sql`and place.project_id = ${project}`})`,
      search && nameHolds(search),
    ],
    order: BY_NAME,
  };
  const { data, pagination } = await readPage<MemberRow>(context.db, list, query);
  return { data: data.map((row) => present(context, row)), pagination };
}
