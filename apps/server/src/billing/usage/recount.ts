import type { Executor } from "@kinora/db/connect.ts";
import type { Meter } from "@kinora/domain/billing/meters.ts";
import { daysOf } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { missingAccount } from "../../platform/access/account.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { countUsage } from "./count-usage.ts";
import { STORAGE_HOURS_KEPT_DAYS } from "./storage-hours.ts";

export interface Difference {
  day: string;
  meter: Meter;
  project_id: number;
  before: number;
  after: number;
}

/**
 * Counts a month of an account again, and keeps what came out differently. Issued invoices stay as they are.
 * @throws Refusal `not_found`, `invalid` for a month that has not begun or whose hours of storage are kept no more.
 */
export async function recountUsage(context: Context, accountId: number, month: string): Promise<Difference[]> {
  const { db, clock, caller } = context;
  const account = await db.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirst();
  if (!account) throw missingAccount();
  const days = daysOf(month);
  const now = clock.now();
  const oldest = new Date(now.getTime() - (STORAGE_HOURS_KEPT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  if (days.from < oldest || days.from > now.toISOString().slice(0, 10)) {
    const words = `Choose a month of the last ${Math.floor(STORAGE_HOURS_KEPT_DAYS / 31)} ones.`;
    throw new Refusal("invalid", words, { fields: { month: [words] } });
  }
  const before = await readDays(db, accountId, days);
  await countUsage(db, { now, accountId, ...days });
  const after = await readDays(db, accountId, days);
  const differences = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const row = is ?? was;
    return !row || was?.quantity === is?.quantity
      ? []
      : [{ ...row, quantity: undefined, before: was?.quantity ?? "0", after: is?.quantity ?? "0" }];
  });
  await db.transaction().execute(async (tx) => {
    for (const { day, meter, project_id, before: was, after: is } of differences)
      await tx
        .insertInto("usage_recounts")
        .values({
          account_id: accountId,
          day,
          meter,
          project_id,
          before: was,
          after: is,
          recounted_by: caller.kind === "user" ? caller.userId : null,
        })
        .execute();
    await audit(tx, {
      accountId,
      projectId: null,
      actor: actorOf(caller),
      action: "account.usage_recounted",
      objectType: "account",
      objectId: accountId,
      objectTitle: account.name,
      changes: { month, differences: differences.length },
    });
  });
  return differences.map(({ day, meter, project_id, before: was, after: is }) => ({
    day,
    meter,
    project_id,
    before: Number(was),
    after: Number(is),
  }));
}

interface DayRow {
  day: string;
  meter: Meter;
  project_id: number;
  quantity: string;
}

async function readDays(on: Executor, accountId: number, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<DayRow>`
    select day::text, meter, project_id, quantity::text from usage_days
    where account_id = ${accountId} and day >= ${from}::date and day < ${to}::date`.execute(on);
  return new Map(rows.map((row) => [`${row.day} ${row.meter} ${row.project_id}`, row]));
}
