import { pagination } from "@kinora/domain/pages.ts";
import type { InstallationPeople } from "@kinora/domain/people/installation.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { presentPerson, type PersonRow } from "../../platform/access/person.ts";
import { hasFactor } from "../../platform/access/second-factor.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";

interface PeopleRequest {
  page: number;
  perPage: number;
  search: string | null;
  show: InstallationPeople | undefined;
  /** Of which they are an owner, or in which they are a member of a project. */
  account: number | null;
}

interface InstallationRow extends PersonRow {
  email: string;
  status: "invited" | "active" | "blocked";
  superuser: boolean;
  second_factor: boolean;
  accounts: number;
  failed_sign_ins: number;
  created_at: Date;
  last_seen_at: Date | null;
}

/** One page of the people of the installation, the newest first; for superusers. */
export async function listInstallationPeople(context: Context, request: PeopleRequest) {
  const { page, perPage, search, show, account } = request;
  const { db, clock } = context;
  const shown = show === undefined ? sql`true` : show === "superuser" ? sql`superuser` : sql`status = ${show}`;
  const found =
    search === null
      ? sql`true`
      : sql`(first_name || ' ' || last_name || ' ' || email) ilike ${anywhere(search)} or id::text = ${search}`;
  const ofAccount =
    account === null
      ? sql`true`
      : sql`id in (select user_id from account_owners where account_id = ${account}
          union select user_id from project_members where account_id = ${account})`;
  const matching = sql`from users where ${shown} and (${found}) and ${ofAccount}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  const { rows } = await sql<InstallationRow>`
    select id, first_name, last_name, avatar_key, email, status, superuser, created_at, last_seen_at,
      ${hasFactor(sql.ref("page.id"))} as second_factor,
      (select count(*)::int from (
        select account_id from account_owners where user_id = page.id
        union select account_id from project_members where user_id = page.id) places) as accounts,
      (select count(*)::int from login_attempts where login_attempts.email = page.email and result = 'failed'
        and login_attempts.created_at > ${clock.now()}::timestamptz - interval '24 hours') as failed_sign_ins
    from (select * ${matching} order by id desc offset ${(page - 1) * perPage} limit ${perPage}) page
    order by id desc`.execute(db);
  return {
    data: rows.map(({ id, first_name, last_name, avatar_key, ...row }) => ({
      ...presentPerson(context, { id, first_name, last_name, avatar_key }),
      ...row,
    })),
    pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0),
  };
}
