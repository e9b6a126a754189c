import { LOG_SEVERITIES, STREAM_LOG_TYPES } from "@kinora/domain/live/stream-log.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { streamNamesQuery } from "../queries.ts";
import type { LogAddress } from "./log-view.ts";

type Show = (change: { [Name in keyof LogAddress]?: LogAddress[Name] | undefined }) => void;

/** What events are filtered by. @param streamOf the filter of `useStreamFilter`, where there are several livestreams. */
export function useLogFilters({ address, show }: { address: LogAddress; show: Show }, streamOf: Filter[]): Filter[] {
  const { t } = useTranslation("streamLog");
  return [
    ...streamOf,
    {
      kind: "choice",
      id: "type",
      label: t("filterType"),
      options: STREAM_LOG_TYPES.map((value) => ({ value, label: t(`type_${value}`) })),
      value: address.type,
      onChange: (value) => show({ type: STREAM_LOG_TYPES.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "severity",
      label: t("filterSeverity"),
      options: LOG_SEVERITIES.map((value) => ({ value, label: t(`severity_${value}`) })),
      value: address.severity,
      onChange: (value) => show({ severity: LOG_SEVERITIES.find((known) => known === value) }),
    },
    useDaysFilter({ address, show }),
  ];
}

/** The days of events and sessions. */
export function useDaysFilter({ address: { from, to }, show }: { address: LogAddress; show: Show }): Filter {
  const { t } = useTranslation("streamLog");
  return { kind: "days", id: "days", label: t("filterDays"), from, to, onChange: show };
}

/** The livestream of events and sessions; one beyond the first hundred, or deleted since, shows by its id. */
export function useStreamFilter(projectId: number, { address: { stream }, show }: { address: LogAddress; show: Show }) {
  const { t } = useTranslation("streamLog");
  const streams = useQuery(streamNamesQuery(projectId)).data ?? [];
  const filter: Filter = {
    kind: "choice",
    id: "stream",
    label: t("filterStream"),
    options: [
      ...streams.map(({ id, name }) => ({ value: String(id), label: name })),
      ...(stream === undefined || streams.some(({ id }) => id === stream)
        ? []
        : [{ value: String(stream), label: `#${stream}` }]),
    ],
    value: stream === undefined ? undefined : String(stream),
    onChange: (value) => show({ stream: value === undefined ? undefined : Number(value) }),
  };
  return [filter];
}
