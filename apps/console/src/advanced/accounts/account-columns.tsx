import { formatMoney } from "@kinora/domain/billing/money.ts";
import { TRAFFIC_DAYS } from "@kinora/domain/people/installation.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { IconNote } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { countColumn, createdColumn } from "../../shell/lists/columns.tsx";
import type { InstallationAccount } from "../queries.ts";

/** How an account's standing is marked. */
const MARKS = { active: "active", suspended: "paused", closing: "paused", closed: "blocked" } as const;

/** What an account is called, with a mark where superusers wrote something down. */
function NameCell({ account: { name, note } }: { account: InstallationAccount }) {
  const { t } = useTranslation("advanced");
  if (note === null) return <bdi>{name}</bdi>;
  return (
    <>
      <bdi>{name}</bdi>{" "}
      <Hint label={note.text} multiline maw={360}>
        <IconNote
          size={16}
          stroke={1.6}
          role="img"
          aria-label={t("notedText", { text: note.text })}
          style={{ verticalAlign: "text-bottom" }}
        />
      </Hint>
    </>
  );
}

/** What is still to be paid of an account's invoices, and what was paid too much. */
function Balances({ balances }: Pick<InstallationAccount, "balances">) {
  const { t } = useTranslation("advanced");
  const words = balances.flatMap(({ currency, owed, credit }) => [
    ...(owed > 0 ? [t("owed", { amount: formatMoney(owed, currency) })] : []),
    ...(credit > 0 ? [t("credit", { amount: formatMoney(credit, currency) })] : []),
  ]);
  return words.join(", ") || "–";
}

/** The columns of the installation's accounts. */
export function useAccountColumns(): Column<InstallationAccount>[] {
  const { t } = useTranslation("advanced");
  return [
    {
      id: "name",
      header: t("name"),
      min: 180,
      grow: 2,
      mobile: "title",
      cell: (account) => <NameCell account={account} />,
    },
    {
      id: "status",
      header: t("status"),
      min: 110,
      mobile: "meta",
      cell: ({ status }) => <StatusDot state={MARKS[status]}>{t(status)}</StatusDot>,
    },
    {
      id: "owners",
      header: t("owners"),
      min: 200,
      grow: 1,
      priority: 6,
      optional: true,
      mobile: "meta",
      cell: ({ owners }) => owners.join(", "),
    },
    {
      id: "plan",
      header: t("plan"),
      min: 150,
      priority: 5,
      optional: true,
      mobile: "hidden",
      cell: ({ plan, plan_request: requested }) =>
        requested === null
          ? (plan ?? <span className="muted">{t("noPlan")}</span>)
          : plan === null
            ? t("requested", { requested })
            : t("planRequested", { plan, requested }),
    },
    countColumn({ id: "projects", header: t("projects"), priority: 4 }, (account) => account.projects),
    countColumn({ id: "users", header: t("users"), priority: 3 }, (account) => account.users),
    countColumn({ id: "videos", header: t("videos"), priority: 5 }, (account) => account.videos),
    {
      id: "storage",
      header: t("storage"),
      min: 130,
      priority: 7,
      align: "end",
      optional: true,
      mobile: "meta",
      cell: ({ storage_bytes: bytes, storage_limit_bytes: limit }) =>
        limit === null ? formatBytes(bytes) : `${formatBytes(bytes)} ${t("ofLimit", { limit: formatBytes(limit) })}`,
    },
    ...useColumnsOnDemand(),
    createdColumn(t("created"), 2),
  ];
}

/** What is read less often: hidden until people choose it, and then the last to leave. */
function useColumnsOnDemand(): Column<InstallationAccount>[] {
  const { t } = useTranslation("advanced");
  return [
    {
      id: "revenue",
      header: t("revenue"),
      min: 120,
      priority: 10,
      align: "end",
      optional: true,
      onDemand: true,
      mobile: "hidden",
      cell: ({ monthly_revenue: revenue }) => (revenue ? formatMoney(revenue.amount, revenue.currency) : "–"),
    },
    {
      id: "balance",
      header: t("balance"),
      min: 150,
      priority: 10,
      align: "end",
      optional: true,
      onDemand: true,
      mobile: "hidden",
      cell: ({ balances }) => <Balances balances={balances} />,
    },
    {
      id: "traffic",
      header: t("traffic", { days: TRAFFIC_DAYS }),
      min: 130,
      priority: 9,
      align: "end",
      optional: true,
      onDemand: true,
      mobile: "hidden",
      cell: ({ traffic_bytes: bytes }) => formatBytes(bytes),
    },
    {
      id: "activity",
      header: t("lastActivity"),
      min: 130,
      priority: 8,
      optional: true,
      onDemand: true,
      mobile: "hidden",
      cell: ({ last_activity_at: at }) => <Moment at={at} never={t("never")} />,
    },
  ];
}
