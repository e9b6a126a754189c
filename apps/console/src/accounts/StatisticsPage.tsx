import { atMonthEnd, DAILY_FIGURES } from "@kinora/domain/accounts/statistics.ts";
import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Group } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { MonthPicker } from "../shell/fields/MonthPicker.tsx";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { DaysChart } from "./DaysChart.tsx";
import { MonthTotals } from "./MonthTotals.tsx";
import { statisticsQuery, type AccountStatistics } from "./queries.ts";
import { useStatisticsColumns } from "./statistics-columns.tsx";
import { StoredByKind } from "./StoredByKind.tsx";
import { statisticsView, thisMonth } from "./views.ts";

/** What the account holds now and did in a month, by project; for its owners. */
export default function StatisticsPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Statistics accountId={accountId} />;
}

function Statistics({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accounts");
  const at = useListAddress(statisticsView);
  const now = thisMonth();
  const month = at.address.month ?? now;
  const statistics = useQuery(statisticsQuery(accountId, month));
  const show = (other: string) => at.show({ month: other === now ? undefined : other });
  const columns = useStatisticsColumns();
  const { data } = statistics;
  return (
    <AccountFrame>
      <Group mb="md" justify="space-between">
        <MonthPicker month={month} newest={now} onChange={show} />
        <DownloadButton href={`${apiHost()}/accounts/${accountId}/statistics.csv?month=${month}`}>
          {t("downloadCsv")}
        </DownloadButton>
      </Group>
      {data ? (
        <>
          <MonthTotals month={month} {...data} />
          <p className="muted">
            {t("figuresHint")} {hasEstimates(data) ? t("monthEndHint") : null}{" "}
            {data.totals.projects > data.projects.length ? t("mostProjects") : null}
          </p>
          <StoredByKind totals={data.totals} />
          <DaysChart month={month} days={data.days} elapsed={data.elapsed} />
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
        <QueryProblem query={statistics} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </AccountFrame>
  );
}

/** Whether a figure says what the month comes to. */
const hasEstimates = ({ totals, elapsed }: AccountStatistics): boolean =>
  DAILY_FIGURES.some((figure) => totals[figure] > 0 && atMonthEnd(totals[figure], elapsed) !== null);
