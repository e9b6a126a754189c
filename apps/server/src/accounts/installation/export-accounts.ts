import { plainAmount } from "@kinora/domain/billing/money.ts";
import type { Context } from "../../context.ts";
import { auditInstallation } from "../../platform/events/record.ts";
import { csvStream } from "../../platform/http/csv-download.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { accountsBefore, type AccountRow, type AccountsFilter } from "./accounts.ts";

const COLUMNS = [
  "id",
  "name",
  "status",
  "suspended_reason",
  "plan",
  "owners",
  "projects",
  "users",
  "videos",
  "storage_bytes",
  "storage_limit_bytes",
  "monthly_revenue",
  "owed",
  "credit",
  "traffic_bytes",
  "last_activity_at",
  "created_at",
] as const;

const PAGE = 200;

/** The accounts of a filter as CSV, the newest first; every download is in the audit log. */
export async function exportAccounts(context: Context, filter: AccountsFilter) {
  await auditInstallation(context, context.db, { action: "account.list_exported", changes: { filter } });
  return csvStream("accounts.csv", COLUMNS, rows(context, filter));
}

async function* rows({ db, clock }: Context, filter: AccountsFilter): AsyncGenerator<Cell[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await accountsBefore(db, filter, { before, limit: PAGE, now: clock.now() });
    for (const account of page) {
      const cells = { ...account, ...moneyCells(account) };
      yield COLUMNS.map((name) => cellOf(cells[name]));
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    before = last.id;
  }
}

/** Amounts with their currencies, `EUR 49.00`; several in one cell where an account has invoices in several. */
function moneyCells({ monthly_revenue: revenue, balances }: AccountRow) {
  const all = (what: "owed" | "credit") =>
    balances
      .filter((each) => each[what] > 0)
      .map((each) => `${each.currency} ${plainAmount(each[what], each.currency)}`);
  return {
    monthly_revenue: revenue && `${revenue.currency} ${plainAmount(revenue.amount, revenue.currency)}`,
    owed: all("owed"),
    credit: all("credit"),
  };
}

const cellOf = (value: Cell | readonly string[]): Cell =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? value.join(" ") : value;
