import type { InvoiceState } from "@kinora/domain/billing/invoice-states.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import type { StatusState } from "@kinora/ui/status-marks.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../platform/i18n.ts";
import type { InvoiceSummary } from "./queries.ts";

/** How an invoice's state is marked. */
export const STATE_MARKS = {
  open: "queued",
  overdue: "warning",
  paid: "complete",
  void: "cancelled",
  credit: "none",
} as const satisfies Record<InvoiceState, StatusState>;

/** The columns of invoices; whose they are is for lists of several accounts. */
export function useInvoiceColumns({ accounts }: { accounts: boolean }): Column<InvoiceSummary>[] {
  const { t } = useTranslation("billing");
  const day = (id: "issued_on" | "due_on", header: string, priority: number): Column<InvoiceSummary> => ({
    id,
    header,
    min: 110,
    priority,
    optional: true,
    mobile: "hidden",
    cell: (invoice) => formatDate(invoice[id]),
  });
  const account: Column<InvoiceSummary> = {
    id: "account",
    header: t("account"),
    min: 140,
    grow: 1,
    mobile: "meta",
    cell: (invoice) => invoice.account,
  };
  return [
    {
      id: "number",
      header: t("number"),
      min: 150,
      mobile: "title",
      cell: ({ number }) => <span className="mono">{number}</span>,
    },
    ...(accounts ? [account] : []),
    {
      id: "period",
      header: t("period"),
      min: 190,
      priority: 3,
      optional: true,
      mobile: "hidden",
      cell: ({ period_from: from, period_to: to }) => `${formatDate(from)} – ${formatDate(to)}`,
    },
    {
      id: "total",
      header: t("total"),
      min: 110,
      align: "end",
      mobile: "meta",
      cell: ({ total, currency }) => formatMoney(total, currency),
    },
    {
      id: "state",
      header: t("status"),
      min: 120,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={STATE_MARKS[state]}>{t(`state_${state}`)}</StatusDot>,
    },
    day("issued_on", t("issued"), 1),
    day("due_on", t("due"), 2),
  ];
}
