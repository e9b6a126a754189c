import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconMovieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { isAnswered, useArrived } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { isMoving, useLiveProgress, usePollInterval, useProjectChanges } from "../../platform/use-live-videos.ts";
import { videoQuery } from "../../platform/videos.ts";
import { playerOptionsQuery } from "../../players/player-options.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { VideoEditor } from "./VideoEditor.tsx";
import { prepareVideoTab } from "./VideoTabs.tsx";

/** One video: watch it, describe it, publish it, embed it. */
export default function VideoPage(): ReactNode {
  const { t } = useTranslation("videos");
  const { videoId } = useParams({ from: "/app/video/$videoId" });
  const id = Number(videoId);
  const tab = useSearch({ from: "/app/video/$videoId", select: (search) => search.tab });
  useEffect(() => prepareVideoTab(tab), [tab]);
  const query = videoQuery(id);
  const answer = useQuery({ ...query, enabled: Number.isSafeInteger(id) });
  const video = answer.data;
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  // Its embed has a choice of players, or none where there is one player: known first, it moves nothing.
  const players = useQuery({ ...playerOptionsQuery(projectId ?? 0), enabled: projectId !== null });
  const arrived = useArrived(projectId === null || isAnswered(players));
  const moving = video !== undefined && isMoving(video);
  useLiveProgress(moving ? [id] : []);
  useProjectChanges(video?.project_id ?? null);
  useQuery({ ...query, enabled: Number.isSafeInteger(id), refetchInterval: usePollInterval(moving) });

  if (video && arrived) return <VideoEditor key={video.id} video={video} />;
  if (!answer.isError && Number.isSafeInteger(id)) return <SkeletonRows label={t("loading")} />;
  const problem = problemOf(answer.error);
  if (!Number.isSafeInteger(id) || problem.status === 404) {
    return (
      <EmptyState
        isPage
        icon={<IconMovieOff size={22} stroke={1.6} />}
        title={t("missing")}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/video" {...props} />}>
            {t("backToVideos")}
          </Button>
        }
      >
        {t("missingText")}
      </EmptyState>
    );
  }
  return <QueryProblem query={answer} />;
}
