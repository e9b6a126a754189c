import { LOG_LEVELS, LOG_SPANS, type LogKind } from "@kinora/domain/operations/logs.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { formatDayInWords, formatMoment, formatTimeOfDay } from "@kinora/ui/moments.ts";
import { ActionIcon, Button } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconFileText,
  IconPlayerPause,
  IconPlayerPlay,
} from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useLogColumns } from "./log-columns.tsx";
import { logFilter } from "./log-filter.ts";
import { LogHistogram } from "./LogHistogram.tsx";
import type { LogsAt } from "./logs-view.ts";
import { LogValues } from "./LogValues.tsx";
import { saveLines, type LogLine } from "./save-lines.ts";

const ICON = { size: 16, stroke: 1.6 };
/** How often the newest lines are read while they are followed. */
const FOLLOW_MS = 2_000;
/** How often they are counted meanwhile. */
const COUNT_MS = 10_000;

/** The lines of one log; new ones appear while it is followed and nobody reads further back. */
export function LogLines({ kind, at }: { kind: LogKind; at: LogsAt }) {
  const { t } = useTranslation("logs");
  const [follows, setFollows] = useState(true);
  const pages = useLog(kind, at, follows);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  const lines: LogLine[] | undefined = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <LogHistogram
        filter={logFilter(kind, at)}
        refreshMs={follows ? COUNT_MS : false}
        onChoose={(span) => at.show({ ...span, since: undefined })}
      />
      <ListPage
        name={`log-${kind}`}
        label={t("logs")}
        at={at}
        list={{ ...pages, isPlaceholderData: false, data: lines && { data: lines } }}
        columns={useLogColumns()}
        nameOf={({ message }) => message}
        section={({ at: moment }) => formatDayInWords(moment)}
        searchLabel={t("search")}
        filters={useLogFilters(at)}
        tools={<LogTools kind={kind} lines={lines ?? []} follows={follows} onFollow={setFollows} />}
        noMatch={t("noMatch")}
        empty={{ icon: <IconFileText size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText") }}
        actionsWidth={30}
        onOpen={({ id }) => toggle(id)}
        actions={({ id, message }) => (
          <ActionIcon
            aria-expanded={open.has(id)}
            aria-label={t(open.has(id) ? "hide" : "show", { name: message })}
            onClick={() => toggle(id)}
          >
            {open.has(id) ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
          </ActionIcon>
        )}
        detail={(line) => (open.has(line.id) ? <LogValues line={line} at={at} /> : null)}
      />
      {pages.hasNextPage ? (
        <Button variant="default" mt="sm" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}

interface LogToolsProps {
  kind: LogKind;
  lines: readonly LogLine[];
  follows: boolean;
  onFollow: (follows: boolean) => void;
}

function LogTools({ kind, lines, follows, onFollow }: LogToolsProps) {
  const { t } = useTranslation("logs");
  return (
    <>
      <Button
        variant="default"
        aria-pressed={follows}
        leftSection={follows ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />}
        onClick={() => onFollow(!follows)}
      >
        {t(follows ? "pause" : "follow")}
      </Button>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t("download")}
        disabled={lines.length === 0}
        onClick={() => saveLines(kind, lines)}
      >
        <IconDownload {...ICON} />
      </ActionIcon>
    </>
  );
}

function useLog(kind: LogKind, at: LogsAt, follows: boolean) {
  const filter = logFilter(kind, at);
  return useInfiniteQuery({
    queryKey: ["advanced", "logs", kind, filter],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.advanced.listLogLines(
        apiInput("advanced.listLogLines", { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }),
        { signal },
      ),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    // Who reads further back is not interrupted: each page is read again.
    refetchInterval: ({ state }) => (follows && (state.data?.pages.length ?? 0) <= 1 ? FOLLOW_MS : false),
  });
}

/** How far back, from which level on, and of which request. */
function useLogFilters({ address: { since, from, until, level, request }, show }: LogsAt): Filter[] {
  const { t } = useTranslation("logs");
  return [
    {
      kind: "choice",
      id: "since",
      label: t("since"),
      options: LOG_SPANS.map((minutes) => ({ value: String(minutes), label: t(`since_${minutes}`) })),
      value: since === undefined ? undefined : String(since),
      onChange: (value) =>
        show({ since: LOG_SPANS.find((minutes) => String(minutes) === value), from: undefined, until: undefined }),
    },
    ...(from === undefined || until === undefined
      ? []
      : [
          onlyValue("span", t("span"), `${formatMoment(from)} – ${formatTimeOfDay(until)}`, () =>
            show({ from: undefined, until: undefined }),
          ),
        ]),
    {
      kind: "choice",
      id: "level",
      label: t("level"),
      options: LOG_LEVELS.slice(1).map((value) => ({ value, label: t("andAbove", { level: t(`level_${value}`) }) })),
      value: level,
      onChange: (value) => show({ level: LOG_LEVELS.find((known) => known === value) }),
    },
    ...(request === undefined ? [] : [onlyValue("request", t("request"), request, () => show({ request: undefined }))]),
  ];
}

/** A filter that is set elsewhere and can only be taken out here. */
const onlyValue = (id: string, label: string, value: string, onClear: () => void): Filter => ({
  kind: "choice",
  id,
  label,
  options: [{ value, label: value }],
  value,
  onChange: (chosen) => {
    if (chosen === undefined) onClear();
  },
});
