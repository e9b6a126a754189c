import { formatClock, formatDay, formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box, Button, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { BirthWaterfall } from "../BirthWaterfall.tsx";
import { nameOfActivity } from "./activity-names.ts";
import { factsOfActivity } from "./activity-texts.ts";
import { birthOf } from "./birth.ts";
import styles from "./Activity.module.css";

type Entry = Awaited<ReturnType<typeof api.videoDetails.listActivity>>["data"][number];

/** All that happened to the video, newest first, and how it came to be. */
export function ActivityTab({ video }: { video: Pick<VideoDetail, "id"> }) {
  const { t } = useTranslation("video");
  const pages = useInfiniteQuery({
    queryKey: ["activity", video.id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.videoDetails.listActivity({ id: video.id, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.cursor ?? null) : null),
  });
  if (pages.isPending) return <SkeletonRows label={t("activityLoading")} />;
  if (pages.isError) return <QueryProblem query={pages} />;
  const entries = pages.data.pages.flatMap(({ data }) => data);
  return (
    <Stack miw={0}>
      <VideoBirth entries={entries} />
      <Panel title={t("activity")}>
        {entries.length === 0 ? <Text c="dimmed">{t("activityEmpty")}</Text> : <Entries entries={entries} />}
        {pages.hasNextPage ? (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t("activityMore")}
          </Button>
        ) : null}
      </Panel>
    </Stack>
  );
}

/** The way of its latest version from the upload to the last rendition, on one time axis. */
function VideoBirth({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation("layout");
  const [now] = useState(() => Date.now());
  const birth = birthOf(entries, now);
  if (birth === null) return null;
  return (
    <Panel title={t("birth")}>
      <BirthWaterfall birth={birth} />
    </Panel>
  );
}

/** Entries that say the same one after the other, as those of renditions do, with how many they are. */
const merged = (entries: readonly Entry[]) =>
  entries.reduce<(Entry & { count: number })[]>((shown, entry) => {
    const last = shown.at(-1);
    const says = ({ type, actor, facts }: Entry) => JSON.stringify([type, actor, factsOfActivity(facts)]);
    return last && says(last) === says(entry)
      ? [...shown.slice(0, -1), { ...last, count: last.count + 1 }]
      : [...shown, { ...entry, count: 1 }];
  }, []);

/** Entries under their days, each with its time. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation("video");
  const days = Object.entries(Object.groupBy(entries, ({ at }) => formatDay(new Date(at))));
  return days.map(([day, ofDay = []]) => (
    <section key={day}>
      <h3 className={styles["day"]}>{day}</h3>
      <Stack gap="xs" mb="md" renderRoot={(props) => <ol {...props} />}>
        {merged(ofDay).map(({ cursor, at, type, actor, facts, count }) => (
          <li key={cursor} className={styles["entry"]}>
            <time className={styles["time"]} dateTime={at} title={formatMoment(at)}>
              {formatClock(new Date(at))}
            </time>
            <span>
              <strong>{nameOfActivity(type)}</strong>
              {count === 1 ? null : <span className="muted"> × {count}</span>} · {actor ?? t("platform")}
              {facts.length === 0 ? null : (
                <Box component="bdi" className="note" display="block">
                  {factsOfActivity(facts)}
                </Box>
              )}
            </span>
          </li>
        ))}
      </Stack>
    </section>
  ));
}
