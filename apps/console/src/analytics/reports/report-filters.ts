import { GRANULARITIES } from "@kinora/domain/analytics/reports.ts";
import { presetName } from "@kinora/ui/kit/days-in-words.ts";
import { presetOf, type Filter, type ShownBy } from "@kinora/ui/kit/filters.ts";
import { usePhone } from "@kinora/ui/kit/use-width.ts";
import { formatDate, todayInZone } from "@kinora/ui/moments.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { granularityOf, rangeOf, type ReportAt, type ReportFilterName } from "./report-view.ts";
import { useKeyNames } from "./use-by-filter.ts";

/** A chip of what a row was narrowed to: it can only be taken away. */
const chip = (id: ReportFilterName, label: string, words: string | undefined, onClear: () => void): Filter[] =>
  words === undefined
    ? []
    : [{ kind: "choice", id, label, options: [{ value: words, label: words }], value: words, onChange: onClear }];

/** What a report is narrowed to, and who counts; `names` are those that it knows. */
export function useReportFilters({ address, show }: ReportAt, names: readonly ReportFilterName[]): Filter[] {
  const { t } = useTranslation("reports");
  const nameOf = useKeyNames();
  const audience = address.own && address.bots ? "both" : address.own ? "own" : address.bots ? "bots" : undefined;
  const idOf = (id: number | undefined) => (id === undefined ? undefined : `#${id}`);
  const wordsOf = (name: "country" | "device") => {
    const key = address[name];
    return key === undefined ? undefined : (nameOf(name, key) ?? key);
  };
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
    counted,
    ...chip("video", t("video"), idOf(address.video), () => show({ video: undefined })),
    ...chip("stream", t("stream"), idOf(address.stream), () => show({ stream: undefined })),
    ...chip("player", t("player"), idOf(address.player), () => show({ player: undefined })),
    ...chip("host", t("host"), address.host, () => show({ host: undefined })),
    ...chip("country", t("country"), wordsOf("country"), () => show({ country: undefined })),
    ...chip("device", t("device"), wordsOf("device"), () => show({ device: undefined })),
  ];
  return all.filter(({ id }) => names.some((name) => name === id));
}

/** What every report is shown by: its range, and where there is room how finely its chart is drawn; phones compare in the sheet of filters. */
export function useShownBy({ address, show }: ReportAt): { shownBy: ShownBy[]; filters: Filter[] } {
  const { t } = useTranslation("reports");
  const phone = usePhone();
  const today = todayInZone();
  const range = rangeOf(address, today);
  const preset = presetOf(range, today);
  const shown: ShownBy = {
    words:
      preset === null ? t("rangeOf", { from: formatDate(range.from), to: formatDate(range.to) }) : presetName(preset),
    filter: { kind: "days", id: "range", label: t("range"), from: address.from, to: address.to, onChange: show },
  };
  const granularity = granularityOf(address, range);
  const finely: ShownBy = {
    words: t(`granularity_${granularity}`),
    filter: {
      kind: "choice",
      id: "granularity",
      label: t("granularity"),
      options: GRANULARITIES.map((value) => ({ value, label: t(`granularity_${value}`) })),
      value: granularity,
      onChange: (value) => show({ granularity: GRANULARITIES.find((known) => known === value) }),
    },
  };
  const compared: Filter = {
    kind: "choice",
    id: "compare",
    label: t("compare"),
    options: [{ value: "before", label: t("before") }],
    value: address.compare ? "before" : undefined,
    onChange: (value) => show({ compare: value === undefined ? undefined : true }),
  };
  return phone ? { shownBy: [shown], filters: [compared] } : { shownBy: [shown, finely], filters: [] };
}
