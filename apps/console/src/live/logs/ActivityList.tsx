import type { Column } from "@kinora/ui/kit/columns.ts";
import type { StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatDayInWords } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { streamActivityKey, type StreamDetail } from "../queries.ts";
import { nameOfActivity } from "./activity-names.ts";
import type { LogSchema } from "./log-view.ts";

type ActivityEntry = Awaited<ReturnType<typeof api.streams.listStreamActivity>>["data"][number];

/** What people changed on a livestream, newest first, day by day. */
export function ActivityList({
  stream,
  at,
  segments,
}: {
  stream: StreamDetail;
  at: ListAddress<LogSchema>;
  segments: StatusSegments;
}) {
  const { t } = useTranslation("streamLog");
  const pages = useInfiniteQuery({
    queryKey: streamActivityKey(stream.id),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.streams.listStreamActivity(
        { id: stream.id, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
  });
  const entries = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <ListPage
        name="live-activity"
        label={t("listActivity")}
        at={at}
        list={{ ...pages, isPlaceholderData: false, data: entries && { data: entries } }}
        columns={useActivityColumns()}
        nameOf={({ type }) => nameOfActivity(type)}
        section={(entry) => formatDayInWords(entry.at)}
        segments={segments}
        permission="streams_view"
        noMatch={t("activityEmpty")}
        empty={{ icon: <IconHistory size={22} stroke={1.6} />, title: t("activityEmpty") }}
      />
      {pages.hasNextPage ? (
        <Button variant="default" mt="sm" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("activityMore")}
        </Button>
      ) : null}
    </>
  );
}

const factsInWords = (facts: readonly { name: string; value: string }[]): string =>
  facts.map(({ name, value }) => `${name.replaceAll("_", " ")}: ${value}`).join(" · ");

function useActivityColumns(): Column<ActivityEntry>[] {
  const { t } = useTranslation("streamLog");
  return [
    {
      id: "time",
      header: t("columnTime"),
      min: 92,
      mobile: "meta",
      cell: (entry) => <Moment at={entry.at} as="time" />,
    },
    { id: "type", header: t("columnType"), min: 190, mobile: "title", cell: ({ type }) => nameOfActivity(type) },
    {
      id: "facts",
      header: t("columnDetail"),
      min: 160,
      grow: 3,
      mobile: "meta",
      cell: ({ facts }) => <span className="muted">{factsInWords(facts)}</span>,
    },
    {
      id: "user",
      header: t("columnUser"),
      min: 150,
      mobile: "meta",
      cell: ({ actor }) => actor ?? t("platform"),
    },
  ];
}
