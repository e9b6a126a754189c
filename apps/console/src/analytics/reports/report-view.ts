import {
  DELIVERY_DIMENSIONS,
  GRANULARITIES,
  dayAfter,
  daysOf,
  HOURLY_DAYS_MAX,
  VIEW_DIMENSIONS,
} from "@kinora/domain/analytics/reports.ts";
import { dayOf, flag, idOf, listView, oneOf, type ViewField } from "@kinora/ui/kit/list-view.ts";
import { apiInput } from "../../platform/api-input.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";

/** Days of the range while the address names none. */
const USUAL_DAYS = 28;
export const DEVICES = ["desktop", "phone", "tablet", "tv", "other"] as const;

const shown = <Value>(field: ViewField<Value>): ViewField<Value> => ({ ...field, narrows: false });
const word = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && raw !== "" && raw.length <= 300 ? raw : undefined),
  narrows: true,
});

const schema = {
  from: shown(dayOf()),
  to: shown(dayOf()),
  granularity: shown(oneOf(GRANULARITIES)),
  compare: shown(flag()),
  /** The figure of the chart. */
  metric: shown(word()),
  /** What the table is divided by. */
  by: shown(oneOf([...VIEW_DIMENSIONS, ...DELIVERY_DIMENSIONS])),
  video: idOf(),
  stream: idOf(),
  player: idOf(),
  host: word(),
  country: word(),
  device: oneOf(DEVICES),
  own: shown(flag()),
  bots: shown(flag()),
};

/** What the address of a report says. */
export const reportView = listView(schema);
export type ReportAt = ListAddress<typeof schema>;
export type ReportAddress = ReportAt["address"];

/** The range of a report: the last 28 days unless the address says otherwise. @param today of the project's zone. */
export function rangeOf({ from, to }: Pick<ReportAddress, "from" | "to">, today: string): { from: string; to: string } {
  const end = to ?? today;
  const begin = from ?? dayAfter(end, 1 - USUAL_DAYS);
  return begin <= end ? { from: begin, to: end } : { from: end, to: begin };
}

/** How finely the chart is drawn: as chosen where the range allows it, else by what fits. */
export function granularityOf(address: Pick<ReportAddress, "granularity">, range: { from: string; to: string }) {
  const days = daysOf(range.from, range.to);
  const { granularity = days <= 2 ? "hour" : "day" } = address;
  return granularity === "hour" && days > HOURLY_DAYS_MAX ? "day" : granularity;
}

/** What a report can be narrowed to beside its range. */
export type ReportFilterName = "video" | "stream" | "player" | "host" | "country" | "device" | "audience";
export const VIEW_FILTERS: readonly ReportFilterName[] = [
  "video",
  "stream",
  "player",
  "host",
  "country",
  "device",
  "audience",
];
/** Bytes do not know their device. */
export const DELIVERY_FILTERS: readonly ReportFilterName[] = ["video", "stream", "player", "host", "country"];
export const TRANSCODE_FILTERS: readonly ReportFilterName[] = ["video"];

/** What the addresses of all reports share: the figure of the chart and the division of the table are each report's own. */
export const commonOf = (address: ReportAddress): ReportAddress =>
  reportView.change(address, { metric: undefined, by: undefined });

/** What a report is asked with, as the API takes it; a filter that it does not know stays in the address for the others. */
export function inputOf(address: ReportAddress, today: string, filters: readonly ReportFilterName[]) {
  const range = rangeOf(address, today);
  const { video, stream, player, host, country, device } = address;
  const knows = (name: ReportFilterName) => filters.includes(name);
  const yes = "true" as const;
  return apiInput("analytics.getPlayersReport", {
    ...range,
    ...reportView.pageOf(address),
    granularity: granularityOf(address, range),
    ...(video !== undefined && knows("video") ? { video } : {}),
    ...(stream !== undefined && knows("stream") ? { stream } : {}),
    ...(player !== undefined && knows("player") ? { player } : {}),
    ...(host !== undefined && knows("host") ? { host } : {}),
    ...(country !== undefined && knows("country") ? { country } : {}),
    ...(device !== undefined && knows("device") ? { device } : {}),
    ...(address.compare ? { compare: yes } : {}),
    ...(address.own && knows("audience") ? { own: yes } : {}),
    ...(address.bots && knows("audience") ? { bots: yes } : {}),
  });
}

/** What the file of a report's table is asked with: all of its rows, without a chart. */
export function exportOf(address: ReportAddress, today: string, filters: readonly ReportFilterName[]) {
  const {
    page: _page,
    per_page: _perPage,
    granularity: _grain,
    compare: _compare,
    ...input
  } = inputOf(address, today, filters);
  return input;
}
