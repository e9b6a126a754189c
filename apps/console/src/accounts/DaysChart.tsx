import { DAILY_FIGURES, type DailyFigure } from "@kinora/domain/accounts/statistics.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { Chart } from "@kinora/ui/kit/Chart.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { formatDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Box } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { areasOf, daysOfMonth, daysSoFar } from "./month-days.ts";
import type { AccountStatistics } from "./queries.ts";

const CHART_HEIGHT = 200;
const NAMES = {
  bytes_out: "bytesOut",
  encoded_minutes: "encoded",
  live_hours: "live",
  restream_hours: "restreamed",
} as const;

/** Writes what was used. */
export function useDailyWords(): (figure: DailyFigure, amount: number) => string {
  const { t } = useTranslation("accounts");
  return (figure, amount) => {
    if (figure === "bytes_out") return formatBytes(amount);
    if (figure === "live_hours" || figure === "restream_hours")
      return t("hours", { hours: formatNumber(Math.round(amount * 10) / 10) });
    return t("minutes", { minutes: formatNumber(Math.round(amount)) });
  };
}

interface DaysChartProps extends Pick<AccountStatistics, "days" | "elapsed"> {
  month: string;
}

/** What the projects did each day of a month, on top of each other; the axis has the days to come as well. */
export function DaysChart({ month, days, elapsed }: DaysChartProps) {
  const { t } = useTranslation("accounts");
  const words = useDailyWords();
  const [figure, setFigure] = useState<DailyFigure>("bytes_out");
  if (days.length === 0) return null;
  const all = daysOfMonth(month);
  const [from = 0, to = from] = [all[0], all.at(-1)];
  const { times, series } = areasOf(daysSoFar(month, elapsed, days), days, figure, t("otherProjects"));
  return (
    <Box mb="md">
      <Select
        aria-label={t("chartOf")}
        mb="xs"
        maw={220}
        allowDeselect={false}
        value={figure}
        onChange={(value) => setFigure(DAILY_FIGURES.find((each) => each === value) ?? "bytes_out")}
        data={DAILY_FIGURES.map((value) => ({ value, label: t(NAMES[value]) }))}
      />
      <Chart
        label={t(NAMES[figure])}
        kind="stack"
        times={times}
        series={series}
        from={from}
        to={to}
        edges={[formatDay(new Date(from)), formatDay(new Date(to))]}
        unfinished={elapsed < 1}
        height={CHART_HEIGHT}
        moment={formatDay}
        format={(value) => words(figure, value)}
      />
    </Box>
  );
}
