import type { StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import { formatDayInWords } from "@kinora/ui/moments.ts";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useStreamPoll } from "../list/use-live-streams.ts";
import { streamLogPageQuery } from "../queries.ts";
import { useLogColumns } from "./log-columns.tsx";
import { useLogFilters, useStreamFilter } from "./log-filters.ts";
import type { LogAddress, LogSchema } from "./log-view.ts";

interface LogListProps {
  projectId: number;
  at: ListAddress<LogSchema>;
  /** The livestream it is about; without it of all of the project. */
  streamId?: number;
  segments?: StatusSegments;
  /** What can be done while there is nothing. */
  emptyAction?: ReactNode;
}

/** What happened to livestreams, newest first, day by day. */
export function LogList({ projectId, at, streamId, segments, emptyAction }: LogListProps) {
  const { t } = useTranslation("streamLog");
  const address: LogAddress = streamId === undefined ? at.address : { ...at.address, stream: streamId };
  const list = useQuery({ ...streamLogPageQuery(projectId, address), refetchInterval: useStreamPoll() });
  const streams = useStreamFilter(projectId, at);
  return (
    <ListPage
      name="live-log"
      label={t("log")}
      at={at}
      list={list}
      columns={useLogColumns(streamId === undefined)}
      nameOf={({ type }) => t(`type_${type}`)}
      section={({ at: moment }) => formatDayInWords(moment)}
      searchLabel={t(streamId === undefined ? "search" : "searchOne")}
      {...(segments ? { segments } : {})}
      filters={useLogFilters(at, streamId === undefined ? streams : [])}
      permission="streams_view"
      noMatch={t("emptyFilter")}
      empty={{
        icon: <IconListDetails size={22} stroke={1.6} />,
        title: t("empty"),
        text: t("emptyText"),
        action: emptyAction,
      }}
    />
  );
}
