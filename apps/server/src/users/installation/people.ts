import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { avatarUrl, nameHolds, type PersonRow } from "../../platform/access/person.ts";
import { hasFactor } from "../../platform/access/second-factor.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { readPage } from "../../platform/lists/read-page.ts";

type PeopleQuery = InputOf<"advanced", "listInstallationPeople">;

interface InstallationRow extends PersonRow {
  email: string;
  status: "invited" | "active" | "blocked";
  superuser: boolean;
  second_factor: boolean;
  accounts: number;
  projects: number;
  failed_sign_ins: number;
  created_at: Date;
  last_seen_at: Date | null;
}

/** One page of the people of the installation, the newest first; for superusers. */
export function listInstallationPeople(context: Context, query: PeopleQuery) {
  const { search, show, account } = query;
  const { db, clock } = context;
  const where = [
    show && (show === "superuser" ? sql`superuser` : sql`status = ${show}`),
    search && sql`(${nameHolds(search)} or id::text = ${search})`,
    account &&
      sql`id in (select user_id from account_owners where account_id = ${account}
        union select user_id from project_members where account_id = ${account})`,
  ];
  return readPage(db, { from: sql`users`, where, order: sql`id desc` }, query, async (found) => {
    const { rows } = await sql<InstallationRow>`
      select id, first_name, last_name, avatar_key, email, status, superuser, created_at, last_seen_at,
        ${hasFactor(sql.ref("page.id"))} as second_factor,
        (select count(*)::int from (
          select account_id from account_owners where user_id = page.id
          union select account_id from project_members where user_id = page.id) places) as accounts,
        (select count(*)::int from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
          where m.user_id = page.id) as projects,
        (select count(*)::int from login_attempts where login_attempts.email = page.email and result = 'failed'
          and login_attempts.created_at > ${clock.now()}::timestamptz - interval '24 hours') as failed_sign_ins
      from (${found}) page
      order by id desc`.execute(db);
    return rows.map((row) => ({ ...row, avatar_url: avatarUrl(context, row.avatar_key) }));
  });
}
