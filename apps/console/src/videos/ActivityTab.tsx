import { formatBytes } from "@kinora/ui/bytes.ts";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { reasonOf } from "../platform/problem.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { nameOfActivity } from "./activityTexts.ts";
import styles from "./VideoDetail.module.css";

/** All that happened to the video, newest first. */
export function ActivityTab({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "layout"]);
  const pages = useInfiniteQuery({
    queryKey: ["activity", video.id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.videoDetails.listActivity({ id: video.id, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.cursor ?? null) : null),
  });
  if (pages.isPending) return <SkeletonRows label={t("activityLoading")} />;
  if (pages.isError) {
    return (
      <ErrorState message={reasonOf(pages.error)} retryLabel={t("layout:retry")} onRetry={() => void pages.refetch()} />
    );
  }
  const entries = pages.data.pages.flatMap(({ data }) => data);
  return (
    <Panel title={t("activity")}>
      {entries.length === 0 ? <p className={styles["note"]}>{t("activityEmpty")}</p> : null}
      <ol className={styles["activity"]}>
        {entries.map(({ cursor, at, type, actor, facts }) => (
          <li key={cursor} className={styles["entry"]}>
            <time dateTime={String(at)} title={formatMoment(at)}>
              {formatAgo(at)}
            </time>
            <span>
              <strong>{nameOfActivity(type)}</strong> · {actor ?? t("platform")}
              {facts.length === 0 ? null : (
                <span className={styles["entryFacts"]}>
                  {facts
                    .map(
                      ({ name, value }) =>
                        `${name.replaceAll("_", " ")}: ${name.endsWith("_bytes") && /^\d+$/.test(value) ? formatBytes(Number(value)) : value}`,
                    )
                    .join(" · ")}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {pages.hasNextPage ? (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("activityMore")}
        </Button>
      ) : null}
    </Panel>
  );
}
