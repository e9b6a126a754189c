import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { ActionIcon, Box, Button } from "@mantine/core";
import { IconExternalLink, IconMovieOff, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../../platform/use-live-videos.ts";
import { videoQuery, type VideoDetail } from "../../platform/videos.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { EmbedPanel } from "../embed/EmbedPanel.tsx";
import type { LibraryAddress } from "../library/library-view.ts";
import { VideoFacts } from "../video/VideoFacts.tsx";
import { VisibilityPanel } from "../video/VisibilityPanel.tsx";
import { PeekPoster, useListedVideo } from "./PeekFrame.tsx";
import { PeekPlayer } from "./PeekPlayer.tsx";
import styles from "./Peek.module.css";
import frame from "./PeekFrame.module.css";

interface PeekVideoProps {
  id: number;
  place: LibraryAddress;
  /** Seconds it starts to play at; null where it waits with its poster. */
  startAt: number | null;
  onClose: () => void;
}

/** One video at a glance: watch it, publish it, embed it, or go to its page. */
export function PeekVideo({ id, place, startAt, onClose }: PeekVideoProps) {
  const { t } = useTranslation(["library", "videos"]);
  const query = videoQuery(id);
  const answer = useQuery(query);
  const video = answer.data;
  const listed = useListedVideo(id);
  const moving = video !== undefined && isMoving(video);
  useLiveProgress(moving ? [id] : []);
  useQuery({ ...query, refetchInterval: usePollInterval(moving) });
  const problem = answer.isError && !video ? problemOf(answer.error) : null;
  return (
    <>
      <div className={frame["head"]}>
        <Box component="h2" className="truncate heading" flex={1} dir="auto">
          {video?.title ?? listed?.title}
        </Box>
        {video ? (
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} />}
            renderRoot={(props) => (
              <Link to="/video/$videoId" params={{ videoId: String(id) }} search={place} {...props} />
            )}
          >
            {t("openPage")}
          </Button>
        ) : null}
        <ActionIcon aria-label={t("closePeek")} title={t("closePeek")} onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      {video ? <Glance video={video} startAt={startAt} /> : null}
      {problem?.status === 404 ? (
        <EmptyState icon={<IconMovieOff size={22} stroke={1.6} />} title={t("videos:missing")}>
          {t("videos:missingText")}
        </EmptyState>
      ) : problem ? (
        <QueryProblem query={answer} />
      ) : null}
      {!video && !problem ? (
        <div className={frame["body"]}>
          <PeekPoster video={listed} />
          <SkeletonRows rows={5} label={t("videos:loading")} thumb={false} />
        </div>
      ) : null}
      {/* Focus stays in the list, so that arrows walk through it: what shows beside it is announced. */}
      <p className={styles["announced"]} role="status">
        {video ? t("peekTold", { title: video.title }) : ""}
      </p>
    </>
  );
}

function Glance({ video, startAt }: { video: VideoDetail; startAt: number | null }) {
  const { t } = useTranslation("library");
  return (
    <div className={frame["body"]}>
      <PeekPlayer video={video} startAt={startAt} />
      {video.description === "" ? null : (
        <p className={styles["description"]} dir="auto">
          {video.description}
        </p>
      )}
      <VisibilityPanel video={video} />
      <EmbedPanel video={video} />
      <VideoFacts video={video} />
      <p className={styles["hint"]}>{t("peekHint")}</p>
    </div>
  );
}
