import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Group } from "@mantine/core";
import { IconMovieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { PageTabs } from "../../shell/tabs/PageTabs.tsx";
import { InstallationVideoState } from "./InstallationVideoState.tsx";
import { installationVideoQuery, type InstallationVideoDetail } from "./video-queries.ts";

interface VideoFrameProps {
  /** As the address has it. */
  videoId: string;
  children: (video: InstallationVideoDetail) => ReactNode;
}

/** What the pages of a video of any account have in common: its title, its state and their tabs. */
export function VideoFrame({ videoId, children }: VideoFrameProps) {
  const { t } = useTranslation("installationVideos");
  const id = Number(videoId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const answer = useQuery({ ...installationVideoQuery(id), enabled: isId });
  const video = answer.data;
  if (!isId || problemOf(answer.error).status === 404) return <Missing />;
  if (answer.isError && !video) return <QueryProblem query={answer} />;
  if (!video) return <SkeletonRows label={t("loading")} />;
  const page = `/advanced/videos/${id}`;
  return (
    <>
      <PageHeader
        title={video.title}
        count={
          <Group gap="xs" renderRoot={(props) => <span {...props} />}>
            <span className="mono">{video.hash}</span>
            <IconCopyButton label={t("copyId")} onCopy={() => copyText(t("videoId"), video.hash)} />
            <InstallationVideoState video={video} />
          </Group>
        }
        actions={
          video.state === "trash" ? undefined : (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId }} {...props} />}
            >
              {t("openInProject")}
            </Button>
          )
        }
      />
      <PageTabs
        label={t("tabs")}
        tabs={[
          { to: page, label: t("details") },
          { to: `${page}/embed`, label: t("embed") },
        ]}
      />
      {children(video)}
    </>
  );
}

function Missing() {
  const { t } = useTranslation("installationVideos");
  return (
    <EmptyState
      isPage
      icon={<IconMovieOff size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/advanced/videos" {...props} />}>
          {t("backToVideos")}
        </Button>
      }
    >
      {t("missingText")}
    </EmptyState>
  );
}
