import { atMonthEnd, type DailyFigure } from "@kinora/domain/accounts/statistics.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { captioned } from "@kinora/ui/kit/chart-data.ts";
import { FigureStrip } from "@kinora/ui/kit/FigureStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useDailyWords } from "./DaysChart.tsx";
import { areasOf, daysSoFar } from "./month-days.ts";
import type { AccountStatistics } from "./queries.ts";

interface MonthTotalsProps extends Pick<AccountStatistics, "totals" | "elapsed" | "days"> {
  month: string;
}

/** What the account has and used in a month; what was used has its days below. */
export function MonthTotals({ month, totals, elapsed, days }: MonthTotalsProps) {
  const { t } = useTranslation("accounts");
  const words = useDailyWords();
  const used = (figure: DailyFigure) => {
    const later = atMonthEnd(totals[figure], elapsed);
    const { series } = areasOf(daysSoFar(month, elapsed, days), days, figure, "");
    return {
      value: words(figure, totals[figure]),
      trend: captioned(series, "stack").map((amount) => amount ?? 0),
      ...(later === null || totals[figure] === 0 ? {} : { detail: t("monthEnd", { amount: words(figure, later) }) }),
    };
  };
  return (
    <FigureStrip
      label={t("figures")}
      figures={[
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
