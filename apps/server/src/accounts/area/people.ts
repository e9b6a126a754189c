import { pagination } from "@kinora/domain/pages.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { presentPerson, type PersonRow } from "../../platform/access/person.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { hasFactor } from "../../platform/access/second-factor.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";

const OWNERS_MAX = 100;

interface AccountPersonRow extends PersonRow {
  email: string;
  status: "invited" | "active" | "blocked";
  second_factor: boolean;
  last_seen_at: Date | null;
}

const present = (context: Context, { id, first_name, last_name, avatar_key, ...row }: AccountPersonRow) => ({
  ...presentPerson(context, { id, first_name, last_name, avatar_key }),
  email: row.email,
  status: row.status,
  second_factor: row.second_factor,
  last_seen_at: row.last_seen_at,
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
  return rows.map(({ since, ...row }) => ({ ...present(context, row), since }));
}

interface MembersRequest {
  page: number;
  perPage: number;
  search: string | null;
  project: number | null;
}

interface MemberRow extends AccountPersonRow {
  roles: { project: string; role: string; blocked: boolean }[];
}

/** One page of the people of all projects of an account, by name, with the role they have in each. */
export async function listAccountMembers(context: Context, { accountId }: Grant, request: MembersRequest) {
  const { page, perPage, search, project } = request;
  const places = sql`
    select project_id, user_id, role_id, false as blocked from project_members where account_id = ${accountId}
    union all select project_id, user_id, role_id, true from blocked_members where account_id = ${accountId}`;
  const matching = sql`
    from users where exists (
        select from (${places}) place join projects on projects.id = place.project_id and projects.deleted_at is null
        where place.user_id = users.id ${project === null ? sql`` : sql`and place.project_id = ${project}`})
      ${search === null ? sql`` : sql`and (first_name || ' ' || last_name || ' ' || email) ilike ${anywhere(search)}`}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(context.db);
  const { rows } = await sql<MemberRow>`
    select users.id, first_name, last_name, avatar_key, email, status, last_seen_at, ${hasFactor(sql.ref("users.id"))} as second_factor,
      (select json_agg(json_build_object('project', projects.name, 'role', roles.title, 'blocked', place.blocked)
          order by lower(projects.name))
        from (${places}) place join projects on projects.id = place.project_id and projects.deleted_at is null
        join roles on roles.id = place.role_id where place.user_id = users.id) as roles
    ${matching}
    order by lower(last_name || first_name || email), users.id
    offset ${(page - 1) * perPage} limit ${perPage}`.execute(context.db);
  return {
    data: rows.map(({ roles, ...row }) => ({ ...present(context, row), roles })),
    pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0),
  };
}
