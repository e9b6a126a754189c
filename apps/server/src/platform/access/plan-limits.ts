import type { Executor, Tx } from "@kinora/db/connect.ts";
import { NO_LIMITS, type PlanLimits } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";

/** What the plan of an account allows today; no limits without a plan. */
export async function planLimits(on: Executor, accountId: number): Promise<PlanLimits & { plan: string | null }> {
  const row = await on
    .selectFrom("account_limits")
    .select(["limits", "plan"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return { ...NO_LIMITS, ...row?.limits, plan: row?.plan ?? null };
}

/** How large one file of an account may be by its plan, in bytes; null without a limit. */
export async function plannedFileBytes(on: Executor, accountId: number): Promise<number | null> {
  const { file_gb: limit } = await planLimits(on, accountId);
  return limit === null ? null : limit * 1000 ** 3;
}

/** @throws Refusal `too_large` for a file that is larger than the account's plan allows. */
export async function requirePlannedSize(on: Executor, accountId: number, sizeBytes: number): Promise<void> {
  const { file_gb: limit, plan } = await planLimits(on, accountId);
  if (limit !== null && sizeBytes > limit * 1000 ** 3)
    throw new Refusal("too_large", `This file is too large. ${larger(plan, `files of up to ${limit} GB`)}`);
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The sentence that names a plan and what it allows. */
export const larger = (plan: string | null, allows: string): string =>
  `The plan ${plan ?? ""} allows ${allows}. Ask the operator for a larger one.`;

/**
 * Why a plan that allows so many minutes of work in a month does not allow these; null when it does. Without minutes, whether there
 * are any left. @param work what happens to the minutes, as `encoded`
 */
export function minutesShort(
  plan: string | null,
  { limit, used, minutes, work }: { limit: number; used: number; minutes: number; work: string },
): string | null {
  const left = Math.max(0, limit - used);
  if (minutes > 0 ? minutes <= left : left > 0) return null;
  const rounded = Math.floor(left * 10) / 10;
  const allowed = counted(limit, `${work} minute`, `${work} minutes`);
  return larger(plan, `${allowed} a month, of which ${rounded === 0 ? "none" : rounded} are left`);
}

/** When the month of an account's calendar began in which a moment lies; to be joined beside `account_metering m`. */
export const monthBegan = (now: Date) =>
  sql`date_trunc('month', ${now}::timestamptz at time zone m.time_zone) at time zone m.time_zone`;

/** Locks the account until the transaction ends, so that two requests do not both take the last place. */
const lockAccount = (tx: Tx, accountId: number) =>
  sql`select from accounts where id = ${accountId} for update`.execute(tx);

/** @throws Refusal `conflict` when the account's plan allows no further project. */
export async function requirePlaceForProject(tx: Tx, accountId: number): Promise<void> {
  const { projects, plan } = await planLimits(tx, accountId);
  if (projects === null) return;
  await lockAccount(tx, accountId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from projects where account_id = ${accountId} and deleted_at is null`.execute(tx);
  if ((rows[0]?.count ?? 0) >= projects)
    throw new Refusal("conflict", larger(plan, counted(projects, "project", "projects")));
}

/**
 * Counts the people of an account, those who are invited and these addresses, each once.
 * @throws Refusal `conflict` when they are more than the account's plan allows.
 */
export async function requireSeats(tx: Tx, accountId: number, emails: readonly string[]): Promise<void> {
  const { seats, plan } = await planLimits(tx, accountId);
  if (seats === null) return;
  await lockAccount(tx, accountId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select email from users where id in (
        select user_id from account_owners where account_id = ${accountId}
        union select user_id from project_members where account_id = ${accountId})
      union select email from project_invitations where account_id = ${accountId}
        and accepted_at is null and revoked_at is null and expires_at > now()
      union select unnest(${sql.val([...emails])}::text[])) people`.execute(tx);
  if ((rows[0]?.count ?? 0) > seats) throw new Refusal("conflict", larger(plan, counted(seats, "person", "people")));
}

/** Why the account's plan allows no further livestream on air beside those that are; null when it does. */
export async function livestreamsFull(on: Executor, accountId: number, streamId: number): Promise<string | null> {
  const { live_streams: limit, plan } = await planLimits(on, accountId);
  if (limit === null) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stream_sessions
    where account_id = ${accountId} and ended_at is null and stream_id <> ${streamId}`.execute(on);
  return (rows[0]?.count ?? 0) < limit
    ? null
    : larger(plan, `${counted(limit, "livestream", "livestreams")} on air at one time`);
}
