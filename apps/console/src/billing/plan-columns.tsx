import { formatMoney } from "@kinora/domain/billing/money.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../platform/i18n.ts";
import type { Plan } from "./queries.ts";

export function usePlanColumns(): Column<Plan>[] {
  const { t } = useTranslation("billing");
  return [
    { id: "name", header: t("name"), min: 160, grow: 1, mobile: "title", cell: ({ name }) => name },
    {
      id: "code",
      header: t("code"),
      min: 130,
      priority: 2,
      optional: true,
      mobile: "hidden",
      cell: ({ code }) => <span className="mono">{code}</span>,
    },
    {
      id: "price",
      header: t("price"),
      min: 130,
      align: "end",
      mobile: "meta",
      cell: ({ price, currency }) => formatMoney(price, currency),
    },
    {
      id: "version",
      header: t("version"),
      min: 80,
      priority: 1,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ version }) => String(version),
    },
    {
      id: "accounts",
      header: t("accounts"),
      min: 90,
      priority: 4,
      align: "end",
      mobile: "hidden",
      cell: ({ accounts }) => formatNumber(accounts),
    },
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 3,
      mobile: "meta",
      cell: (plan) =>
        plan.archived_at !== null ? (
          <StatusDot state="cancelled">{t("archived")}</StatusDot>
        ) : (
          <StatusDot state="active">{t(plan.requestable ? "forOwners" : "offered")}</StatusDot>
        ),
    },
  ];
}
