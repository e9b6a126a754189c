import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { FigureStrip } from "@kinora/ui/kit/FigureStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Box, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { adReportQuery, type AdReport } from "./queries.ts";

const PERIODS = ["1", "7", "28"] as const;
const DAYS = { "1": 1, "7": 7, "28": 28 } as const;

/** What players reported of a project's ads. */
export function ReportStrip({ projectId }: { projectId: number }) {
  const { t } = useTranslation("ads");
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>("28");
  const query = useQuery(adReportQuery(projectId, DAYS[period]));
  const report = query.data;
  const total = report?.totals;
  const percent = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)}%` : "–");
  const figures = total && [
    { label: t("requests"), value: formatNumber(total.request) },
    {
      label: t("fill"),
      value: percent(total.fill, total.request),
      detail: t("fillDetail", { number: formatNumber(total.fill) }),
    },
    {
      label: t("impressions"),
      value: formatNumber(total.impression),
      detail: t("starts", { number: formatNumber(total.start) }),
    },
    {
      label: t("completed"),
      value: percent(total.complete, total.impression),
      detail: t("quartiles", {
        first: percent(total.first_quartile, total.impression),
        midpoint: percent(total.midpoint, total.impression),
        third: percent(total.third_quartile, total.impression),
      }),
    },
    { label: t("clicks"), value: formatNumber(total.click), detail: t("skips", { number: formatNumber(total.skip) }) },
    { label: t("errorsCount"), value: formatNumber(total.error) },
  ];
  return (
    <Box component="section" mt="xl">
      <Group gap="xs" justify="space-between" mb="xs">
        <h2 className="heading">{t("report")}</h2>
        <Segments
          aria-label={t("reportDays")}
          data={PERIODS.map((value) => ({ value, label: t(`days_${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </Group>
      {total && total.request + total.impression + total.error === 0 ? (
        <Box bd="1px solid var(--kinora-line)" bdrs="md">
          <EmptyState inline title={t("noRequests")} />
        </Box>
      ) : figures ? (
        <FigureStrip label={t("report")} figures={figures} />
      ) : query.isError ? (
        <QueryProblem query={query} />
      ) : null}
      {report && report.errors.length > 0 ? <ErrorCodes errors={report.errors} /> : null}
    </Box>
  );
}

function ErrorCodes({ errors }: Pick<AdReport, "errors">) {
  const { t } = useTranslation("ads");
  return (
    <Group
      className="note"
      gap="4px 16px"
      align="stretch"
      mt="xs"
      renderRoot={(props) => <ul {...props} />}
      aria-label={t("errorsByCode")}
    >
      {errors.map(({ code, text, count }) => (
        <li key={code}>
          {formatNumber(count)} × {t("errorLine", { code, text })}
        </li>
      ))}
    </Group>
  );
}
