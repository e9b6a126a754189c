import { Chart } from "@kinora/ui/kit/Chart.tsx";
import { formatDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../platform/i18n.ts";

/** The plays of the last weeks by day; the current day is not over. */
export function PlayedChart({ series }: { series: readonly { at: string; plays: number }[] }) {
  const { t } = useTranslation("dashboard");
  const times = series.map(({ at }) => Date.parse(at));
  const [from = 0] = times;
  const to = times.at(-1) ?? from;
  return (
    <Chart
      label={t("playsOfWeeks")}
      times={times}
      series={[
        { label: t("plays"), values: series.some(({ plays }) => plays > 0) ? series.map(({ plays }) => plays) : [] },
      ]}
      from={from}
      to={to > from ? to : from + 1}
      edges={[formatDay(new Date(from)), t("today")]}
      height={120}
      unfinished
      moment={formatDay}
      format={(plays) => formatNumber(Math.round(plays))}
    />
  );
}
