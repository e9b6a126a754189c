import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { nameOfActivity } from "./activityNames.ts";
import { ListProblem } from "./ListProblem.tsx";
import { streamActivityKey, type StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

/** What people did to a livestream, newest first. */
export function ActivityTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
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
  if (pages.isPending) return <SkeletonRows rows={4} thumb={false} label={t("activityLoading")} />;
  if (pages.isError) return <ListProblem error={pages.error} onRetry={() => void pages.refetch()} />;
  const entries = pages.data.pages.flatMap(({ data }) => data);
  return (
    <Panel title={t("tabActivity")} flush>
      {entries.length === 0 ? (
        <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t("activityEmpty")} />
      ) : null}
      <ol className={styles["activity"]}>
        {entries.map(({ id, at, type, actor, facts }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
              {formatAgo(at)}
            </time>
            <span>
              <strong>{nameOfActivity(type)}</strong> · {actor ?? t("platform")}
              {facts.length === 0 ? null : (
                <span className={styles["activityFacts"]}>
                  {facts.map(({ name, value }) => `${name.replaceAll("_", " ")}: ${value}`).join(" · ")}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {pages.hasNextPage ? (
        <div className={styles["foot"]}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t("activityMore")}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
