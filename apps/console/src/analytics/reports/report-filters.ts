import { GRANULARITIES } from "@kinora/domain/analytics/reports.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { type ReportAt, type ReportFilterName } from "./report-view.ts";

/** What every report is shown by. */
const COMMON: readonly string[] = ["range", "granularity", "compare"];

/** A chip of what a row was narrowed to: it can only be taken away. */
const chip = (id: string, label: string, value: string | undefined, onClear: () => void): Filter[] =>
  value === undefined
    ? []
    : [{ kind: "choice", id, label, options: [{ value, label: value }], value, onChange: onClear }];

/** The common bar of all reports: range, chart, comparison, who counts, and what is narrowed to; `names` are those a report knows. */
export function useReportFilters({ address, show }: ReportAt, names: readonly ReportFilterName[]): Filter[] {
  const { t } = useTranslation("reports");
  const audience = address.own && address.bots ? "both" : address.own ? "own" : address.bots ? "bots" : undefined;
  const idOf = (id: number | undefined) => (id === undefined ? undefined : `#${id}`);
  const counted: Filter = {
    kind: "choice",
    id: "audience",
    label: t("audience"),
    options: [
      { value: "own", label: t("own") },
      { value: "bots", label: t("bots") },
      { value: "both", label: t("ownAndBots") },
    ],
    value: audience,
    onChange: (value) =>
      show({
        own: value === "own" || value === "both" ? true : undefined,
        bots: value === "bots" || value === "both" ? true : undefined,
      }),
  };
  const all: Filter[] = [
    { kind: "days", id: "range", label: t("range"), from: address.from, to: address.to, onChange: show },
    {
      kind: "choice",
      id: "granularity",
      label: t("granularity"),
      options: GRANULARITIES.map((value) => ({ value, label: t(`granularity_${value}`) })),
      value: address.granularity,
      onChange: (value) => show({ granularity: GRANULARITIES.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "compare",
      label: t("compare"),
      options: [{ value: "before", label: t("before") }],
      value: address.compare ? "before" : undefined,
      onChange: (value) => show({ compare: value === undefined ? undefined : true }),
    },
    counted,
    ...chip("video", t("video"), idOf(address.video), () => show({ video: undefined })),
    ...chip("stream", t("stream"), idOf(address.stream), () => show({ stream: undefined })),
    ...chip("player", t("player"), idOf(address.player), () => show({ player: undefined })),
    ...chip("host", t("host"), address.host, () => show({ host: undefined })),
    ...chip("country", t("country"), address.country, () => show({ country: undefined })),
    ...chip("device", t("device"), address.device, () => show({ device: undefined })),
  ];
  return all.filter(({ id }) => COMMON.includes(id) || names.some((name) => name === id));
}
