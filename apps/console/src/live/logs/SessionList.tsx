import { formatDayInWords } from "@kinora/ui/moments.ts";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useStreamPoll } from "../list/use-live-streams.ts";
import { sessionsQuery } from "../queries.ts";
import { useDaysFilter, useStreamFilter } from "./log-filters.ts";
import type { LogSchema } from "./log-view.ts";
import { useSessionColumns } from "./session-columns.tsx";

/** When livestreams ran, who watched, and what was recorded; newest first. @param streamId only those of one livestream. */
export function SessionList({
  projectId,
  at,
  streamId,
}: {
  projectId: number;
  at: ListAddress<LogSchema>;
  streamId?: number;
}) {
  const { t } = useTranslation("streamLog");
  const one = streamId !== undefined;
  const address = one ? { ...at.address, stream: streamId } : at.address;
  const list = useQuery({ ...sessionsQuery(projectId, address), refetchInterval: useStreamPoll() });
  const streams = useStreamFilter(projectId, at);
  const days = useDaysFilter(at);
  return (
    <ListPage
      name="live-sessions"
      label={t("sessions")}
      height="tall"
      at={at}
      list={list}
      columns={useSessionColumns(!one)}
      nameOf={({ stream: { name } }) => name}
      // A livestream rarely has two sessions of a day: each row says its own.
      section={one ? undefined : ({ started_at: start }) => formatDayInWords(start)}
      bar={!one}
      filters={[...streams, days]}
      permission="streams_view"
      noMatch={t("emptySessionsFilter")}
      empty={{
        icon: <IconHistory size={22} stroke={1.6} />,
        title: t("emptySessions"),
        text: t("emptySessionsText"),
      }}
    />
  );
}
