import { formatBytes } from "@kinora/ui/bytes.ts";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Group } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../platform/problem.ts";
import { MonthPicker } from "../shell/fields/MonthPicker.tsx";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { statisticsQuery, type AccountStatistics } from "./queries.ts";
import { useStatisticsColumns } from "./statistics-columns.tsx";
import { statisticsView, thisMonth } from "./views.ts";

/** What the account holds now and did in a month, by project; for its owners. */
export default function StatisticsPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Statistics accountId={accountId} />;
}

function Statistics({ accountId }: { accountId: number }) {
  const { t } = useTranslation(["accounts", "layout"]);
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/account/statistics" });
  const at = listAddress(statisticsView, address, (search, replace) => {
    void navigate({ to: "/account/statistics", search, replace, resetScroll: false });
  });
  const now = thisMonth();
  const month = address.month ?? now;
  const statistics = useQuery(statisticsQuery(accountId, month));
  const show = (other: string) => at.show({ month: other === now ? undefined : other });
  const columns = useStatisticsColumns();
  const { data } = statistics;
  return (
    <AccountFrame>
      <Group mb="md">
        <MonthPicker month={month} newest={now} onChange={show} />
      </Group>
      {data ? (
        <>
          <Totals totals={data.totals} />
          <p className="muted">
            {t("figuresHint")} {data.totals.projects > data.projects.length ? t("mostProjects") : null}
          </p>
          <ListPage
            name="account-statistics"
            label={t("projects")}
            at={at}
            list={{ ...statistics, data: { data: data.projects } }}
            columns={columns}
            nameOf={({ name }) => name}
            bar={false}
            noMatch={t("noProjectsMatch")}
            empty={{
              icon: <IconFolders size={22} stroke={1.6} />,
              title: t("noProjects"),
              text: t("noProjectsText"),
            }}
          />
        </>
      ) : statistics.isError ? (
        <ErrorState
          message={reasonOf(statistics.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void statistics.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </AccountFrame>
  );
}

function Totals({ totals }: { totals: AccountStatistics["totals"] }) {
  const { t } = useTranslation("accounts");
  return (
    <StatStrip
      wraps
      label={t("figures")}
      stats={[
        { label: t("projects"), value: formatNumber(totals.projects) },
        { label: t("videos"), value: formatNumber(totals.videos) },
        { label: t("storage"), value: formatBytes(totals.storage_bytes) },
        { label: t("bytesOut"), value: formatBytes(totals.bytes_out) },
        { label: t("plays"), value: formatNumber(totals.plays) },
        { label: t("encoded"), value: t("minutes", { minutes: formatNumber(Math.round(totals.encoded_minutes)) }) },
        { label: t("live"), value: t("hours", { hours: formatNumber(Math.round(totals.live_hours * 10) / 10) }) },
      ]}
    />
  );
}
