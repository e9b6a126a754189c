import { METERS, type Meter } from "@kinora/domain/billing/meters.ts";
import { dayIn, daysOf } from "@kinora/domain/billing/months.ts";
import { agreedPrices } from "@kinora/domain/billing/plans.ts";
import { reachedPercent } from "@kinora/domain/billing/warnings.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { readMetering } from "../plans/metering.ts";
import { currentTerms } from "../plans/terms.ts";
import { mailWarning } from "./mail-warning.ts";
import { readUsage } from "./read-usage.ts";

const PAGE = 200;

/** Warns of every account once a month for each part of what its plan includes that is used up. */
export async function warnOfUsage(services: Services): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select a.id from accounts a where a.id > ${after} and a.status = 'active'
        and exists (select from account_terms where account_id = a.id and plan_id is not null)
      order by a.id limit ${PAGE}`.execute(services.db);
    for (const { id } of rows) await warnAccount(services, id);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function warnAccount(services: Services, accountId: number): Promise<void> {
  const { db, clock } = services;
  const terms = await currentTerms(db, accountId, clock.now());
  if (!terms?.plan) return;
  const { meters } = agreedPrices(terms.plan, terms.special);
  const month = dayIn((await readMetering(db, accountId)).timeZone, clock.now()).slice(0, 7);
  const usage = await readUsage(db, accountId, daysOf(month));
  for (const meter of METERS) {
    const percent = reachedPercent(usage[meter], meters[meter]?.included ?? 0);
    if (percent !== null) await warn(services, { accountId, month, meter, percent });
  }
}

interface Warning {
  accountId: number;
  month: string;
  meter: Meter;
  percent: number;
}

/** Mails a warning and emits its event, unless this or a higher one was given in the month. */
const warn = (services: Services, { accountId, month, meter, percent }: Warning): Promise<void> =>
  services.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into usage_warnings (account_id, month, meter, percent, warned_at)
      select ${accountId}::bigint, ${month}, ${meter}, ${percent}::int, ${services.clock.now()}::timestamptz
      where not exists (select from usage_warnings
        where account_id = ${accountId} and month = ${month} and meter = ${meter} and percent >= ${percent}::int)
      on conflict do nothing returning 1`.execute(tx);
    if (rows.length === 0) return;
    await services.jobs.send(tx, mailWarning, { accountId, month, meter, percent });
    await services.emit(tx, {
      type: "account.usage_warning",
      accountId,
      projectId: null,
      payload: { account_id: accountId, month, meter, percent },
      actor: { kind: "system" },
    });
  });
