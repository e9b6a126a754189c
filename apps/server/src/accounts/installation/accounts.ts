import type { installationAccount } from "@kinora/contract/advanced/accounts.ts";
import type { Executor } from "@kinora/db/connect.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { monthlyRevenue, type SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { TRAFFIC_DAYS } from "@kinora/domain/people/installation.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { isNamed } from "../../platform/lists/list-filter.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { every, readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";

export type AccountsFilter = InputOf<"advanced", "exportAccounts">;

interface Money {
  /** Minor units. */
  amount: number;
  currency: Currency;
}

/** What holds today, with the day in the account's time zone. */
interface PriceRow {
  currency: Currency | null;
  price: number | null;
  special: SpecialTerms;
  today: string;
}

export type AccountRow = RowOf<typeof installationAccount>;

/** One page of the accounts of the installation, the newest first; for superusers. */
export const listAccounts = ({ db, clock }: Pick<Context, "db" | "clock">, query: AccountsFilter & PageQuery) =>
  readPage<AccountRow>(db, { from: sql`accounts`, where: wanted(query), order: sql`id desc` }, query, (found) =>
    readAccounts(db, found, clock.now()),
  );

/** The next accounts of a filter whose ids are smaller, the newest first. */
export const accountsBefore = (
  db: Executor,
  filter: AccountsFilter,
  { before, limit, now }: { before: number; limit: number; now: Date },
): Promise<AccountRow[]> => {
  const where = every([...wanted(filter), sql`id < ${before}`]);
  return readAccounts(db, sql`select * from accounts where ${where} order by id desc limit ${limit}`, now);
};

const wanted = ({ search, status }: AccountsFilter) => [
  status && sql`status = ${status}`,
  search &&
    sql`(${isNamed(search, "name")} or id::text = ${search} or exists (
      select from account_owners join users on users.id = user_id
      where account_id = accounts.id and ${isNamed(search, "users.email")}))`,
];

async function readAccounts(db: Executor, page: RawBuilder<unknown>, now: Date): Promise<AccountRow[]> {
  const { rows } = await sql<Omit<AccountRow, "monthly_revenue"> & { terms: PriceRow | null }>`
    select id, name, status, suspended_reason, storage_limit_bytes, created_at,
      array(select users.email from account_owners join users on users.id = user_id
        where account_id = page.id order by account_owners.created_at limit 3) as owners,
      (select count(*)::int from projects where account_id = page.id and deleted_at is null) as projects,
      (select count(*)::int from (
        select user_id from account_owners where account_id = page.id
        union select user_id from project_members where account_id = page.id) people) as users,
      (select coalesce(sum(rows), 0)::bigint from video_buckets join projects on projects.id = project_id
        where projects.account_id = page.id and projects.deleted_at is null and width_bits = 16) as videos,
      coalesce((select bytes from account_storage where account_id = page.id), 0) as storage_bytes,
      (select plan from account_limits where account_id = page.id) as plan,
      (select v.name from plan_requests r join plan_versions v on v.plan_id = r.plan_id
        where r.account_id = page.id and r.state = 'open' order by v.version desc limit 1) as plan_request,
      (select json_build_object('currency', currency, 'price', price, 'special', special,
          'today', (${now}::timestamptz at time zone time_zone)::date::text)
        from account_prices join account_metering using (account_id) where account_id = page.id) as terms,
      coalesce((select json_agg(sums order by currency) from (
        select currency, sum(greatest(total - credited - paid, 0))::float8 as owed,
          sum(greatest(paid + credited - total, 0))::float8 as credit
        from invoices where account_id = page.id and kind = 'invoice' and paid <> total - credited
        group by currency) sums), '[]') as balances,
      (select purge_at from account_closures where account_id = page.id) as purge_at,
      (select coalesce(sum(quantity), 0)::float8 from usage_days where account_id = page.id
        and day >= ${now}::timestamptz::date - ${TRAFFIC_DAYS}::int and meter = 'traffic') as traffic_bytes,
      (select audit_log.created_at from audit_log where account_id = page.id order by audit_log.id desc limit 1)
        as last_activity_at,
      (select json_build_object('text', note, 'changed_at', to_json(changed_at),
          'changed_by', coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email))
        from account_notes left join users on users.id = changed_by where account_id = page.id) as note
    from (${page}) page
    order by id desc`.execute(db);
  return rows.map(({ note, terms, ...row }) => ({
    ...row,
    monthly_revenue: row.status === "closed" ? null : revenueOf(terms),
    note: note && { ...note, changed_at: new Date(note.changed_at).toISOString() },
  }));
}

function revenueOf(terms: PriceRow | null): Money | null {
  if (!terms || terms.currency === null || terms.price === null) return null;
  const { currency, price, special, today } = terms;
  return { currency, amount: monthlyRevenue({ price }, special, today) };
}
