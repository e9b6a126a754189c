import { dayAfter } from "@kinora/domain/analytics/reports.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { useCounter } from "@kinora/ui/counter.ts";
import { FigureStrip, type Figure } from "@kinora/ui/kit/FigureStrip.tsx";
import { todayInZone } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { inProgressVideosQuery } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { overviewQuery } from "./overview-query.ts";
import { playedQuery } from "./played-query.ts";
import styles from "./Dashboard.module.css";

const PlayedChart = lazyPart(async () => (await import("./PlayedChart.tsx")).PlayedChart);
/** How many the figures are of. */
const DAYS = 7;
const HOUR_SECONDS = 3_600;
const CHANGE = new Intl.NumberFormat("en-US", { signDisplay: "always", maximumFractionDigits: 1 });
const tenths = (amount: number): number => Math.round(amount * 10) / 10;

/** The figures of what there is now and of the last 7 days, and the plays of the last 28 as a chart. */
export function Figures({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const seesReports = useViewer().permissions.analytics_view;
  const played = useQuery({ ...playedQuery(projectId, todayInZone()), enabled: seesReports }).data;
  return (
    <section className={styles["figures"]}>
      <FigureStrip label={t("figures")} figures={useFigures(projectId, seesReports, played ?? [])} />
      {seesReports ? (
        <div className={styles["chartPlace"]}>
          <Suspense fallback={null}>{played ? <PlayedChart series={played} /> : null}</Suspense>
        </div>
      ) : null}
      <Box component="p" className="note" mt="xs" mb={0}>
        {t("range")}
      </Box>
    </section>
  );
}

interface Week {
  now: number;
  before: number;
}

/** A figure beside what it was a week before; two zeros are no change that one would read. */
const week = (label: string, amount: Week | undefined, show: (value: number) => ReactNode): Figure => ({
  label,
  value: <Counted value={amount && tenths(amount.now)} show={show} />,
  detail:
    amount && (amount.now !== 0 || amount.before !== 0) ? CHANGE.format(tenths(amount.now - amount.before)) : "\u00A0",
});

function useFigures(
  projectId: number,
  seesReports: boolean,
  played: readonly { plays: number; watched_seconds: number }[],
): Figure[] {
  const { t } = useTranslation("dashboard");
  const overview = useQuery(overviewQuery(projectId)).data;
  const moving = useQuery(inProgressVideosQuery(projectId)).data;
  const { storage, uploaded, encoded_minutes: encoded } = overview ?? {};
  const watched = overview?.watched ?? undefined;
  const hours = (value: number) => t("hours", { hours: formatNumber(tenths(value)) });
  const minutes = (value: number) => t("minutes", { minutes: formatNumber(tenths(value)) });
  const isPlayed = played.some(({ plays }) => plays > 0);
  /** Without a play there is nothing to draw but the axis. */
  const trendOf = (pick: (day: { plays: number; watched_seconds: number }) => number) =>
    isPlayed ? played.map(pick) : [];
  const ofReports: Figure[] = [
    {
      ...week(t("plays"), watched?.plays, (value) => <PlaysLink number={formatNumber(value)} />),
      trend: trendOf(({ plays }) => plays),
    },
    {
      ...week(t("watched"), watched?.hours, hours),
      trend: trendOf(({ watched_seconds: seconds }) => seconds / HOUR_SECONDS),
    },
  ];
  return [
    ...(seesReports ? ofReports : []),
    week(t("uploads"), uploaded, formatNumber),
    week(t("encoded"), encoded, minutes),
    {
      label: t("videosCount"),
      value: <Counted value={overview?.videos} show={formatNumber} />,
      detail: moving ? t("movingCount", { number: formatNumber(moving.pagination.total) }) : "\u00A0",
    },
    {
      label: t("storageUsed"),
      value: <Counted value={storage?.account_bytes} show={formatBytes} />,
      detail: !storage
        ? "\u00A0"
        : storage.limit_bytes === null
          ? t("unlimited")
          : t("ofLimit", { limit: formatBytes(storage.limit_bytes) }),
    },
  ];
}

/** Leads to the report of the plays of the same days. */
function PlaysLink({ number }: { number: string }) {
  const { t } = useTranslation("dashboard");
  return (
    <Link
      to="/analytics/players"
      search={{ from: dayAfter(todayInZone(), 1 - DAYS) }}
      className={styles["link"] ?? ""}
      aria-label={t("playsOfWeek", { number })}
    >
      {number}
    </Link>
  );
}

function Counted({ value, show }: { value: number | undefined; show: (value: number) => ReactNode }) {
  const counted = useCounter(value ?? 0);
  return value === undefined ? "–" : show(counted);
}
