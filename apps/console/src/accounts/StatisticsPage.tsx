import { atMonthEnd, DAILY_FIGURES, type DailyFigure } from "@kinora/domain/accounts/statistics.ts";
import { STORAGE_KINDS } from "@kinora/domain/billing/meters.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box, Group } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { apiHost } from "../platform/client.ts";
import { reasonOf } from "../platform/problem.ts";
import { MonthPicker } from "../shell/fields/MonthPicker.tsx";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { DaysChart, useDailyWords } from "./DaysChart.tsx";
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
      <Group mb="md" justify="space-between">
        <MonthPicker month={month} newest={now} onChange={show} />
        <DownloadButton href={`${apiHost()}/accounts/${accountId}/statistics.csv?month=${month}`}>
          {t("downloadCsv")}
        </DownloadButton>
      </Group>
      {data ? (
        <>
          <Totals totals={data.totals} elapsed={data.elapsed} />
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

/** Whether a figure says what the month comes to. */
const hasEstimates = ({ totals, elapsed }: AccountStatistics): boolean =>
  DAILY_FIGURES.some((figure) => totals[figure] > 0 && atMonthEnd(totals[figure], elapsed) !== null);

/** What was stored in the month by kind, as invoices charge it. */
function StoredByKind({ totals }: Pick<AccountStatistics, "totals">) {
  const { t } = useTranslation("accounts");
  if (STORAGE_KINDS.every((kind) => totals[`stored_${kind}`] === 0)) return null;
  return (
    <Box mb="md">
      <Panel title={t("storedByKind")} flush>
        <StatStrip
          wraps
          label={t("storedByKind")}
          stats={STORAGE_KINDS.map((kind) => ({
            label: t(`stored_${kind}`),
            value: t("gigabyteMonths", { amount: shortAmount(totals[`stored_${kind}`]) }),
          }))}
        />
      </Panel>
    </Box>
  );
}

function Totals({ totals, elapsed }: Pick<AccountStatistics, "totals" | "elapsed">) {
  const { t } = useTranslation("accounts");
  const words = useDailyWords();
  const used = (figure: DailyFigure) => {
    const later = atMonthEnd(totals[figure], elapsed);
    return {
      value: words(figure, totals[figure]),
      ...(later === null || totals[figure] === 0 ? {} : { detail: t("monthEnd", { amount: words(figure, later) }) }),
    };
  };
  return (
    <StatStrip
      wraps
      label={t("figures")}
      stats={[
        { label: t("projects"), value: formatNumber(totals.projects) },
        { label: t("videos"), value: formatNumber(totals.videos) },
        { label: t("storage"), value: formatBytes(totals.storage_bytes) },
        { label: t("bytesOut"), ...used("bytes_out") },
        { label: t("plays"), value: formatNumber(totals.plays) },
        { label: t("encoded"), ...used("encoded_minutes") },
        { label: t("live"), ...used("live_hours") },
        { label: t("restreamed"), ...used("restream_hours") },
      ]}
    />
  );
}

/** To a thousandth; a smaller amount does not read as zero. */
function shortAmount(amount: number): string {
  const rounded = Math.round(amount * 1_000) / 1_000;
  return amount > 0 && rounded === 0 ? "< 0.001" : formatNumber(rounded);
}
