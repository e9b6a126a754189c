import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { posterOf } from "../../platform/posters.ts";
import { SourceCheck } from "./SourceCheck.tsx";
import type { InstallationVideoDetail } from "./video-queries.ts";
import type { OpenedVideoDialog } from "./VideoDialogs.tsx";
import { VideoFiles } from "./VideoFiles.tsx";
import { VideoFrame } from "./VideoFrame.tsx";
import { VideoLog } from "./VideoLog.tsx";
import styles from "./Videos.module.css";

const VideoDialogs = lazyPart(async () => (await import("./VideoDialogs.tsx")).VideoDialogs);

/** One video of any account, for superusers (spec §2): whose it is, its files, what was done to it, and its take-down. */
export default function InstallationVideoPage() {
  const { videoId } = useParams({ from: "/app/advanced/videos/$videoId" });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenedVideoDialog | null>(null);
  return (
    <VideoFrame videoId={videoId}>
      {(video) => (
        <Stack mt="md">
          <div className={styles["about"]}>
            <VideoFacts video={video} />
            <TakedownPanel video={video} onOpen={(what) => setOpened({ what, video })} />
          </div>
          <VideoFiles video={video} />
          <SourceCheck video={video} />
          <VideoLog log={video.log} />
          {opened ? (
            <Suspense fallback={null}>
              <VideoDialogs
                {...opened}
                onPurged={() => navigate({ to: "/advanced/videos" })}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          ) : null}
        </Stack>
      )}
    </VideoFrame>
  );
}

interface TakedownPanelProps {
  video: InstallationVideoDetail;
  onOpen: (what: OpenedVideoDialog["what"]) => void;
}

/** Whether and why the video is taken down, and what a superuser does about it. */
function TakedownPanel({ video: { taken_down: takedown }, onOpen }: TakedownPanelProps) {
  const { t } = useTranslation("installationVideos");
  return (
    <Panel title={t(takedown ? "isDown" : "isUp")}>
      {takedown ? (
        <Facts
          label={t("isDown")}
          facts={[
            { label: t("since"), value: formatMoment(takedown.at) },
            { label: t("reason"), value: <span className={styles["words"]}>{takedown.reason}</span> },
            { label: t("message"), value: <span className={styles["words"]}>{takedown.message}</span> },
          ]}
        />
      ) : (
        <Text>{t("isUpText")}</Text>
      )}
      <Group gap="xs" mt="sm">
        {takedown ? (
          <Button variant="default" onClick={() => onOpen("reinstate")}>
            {t("reinstate")}
          </Button>
        ) : (
          <Button color="red" onClick={() => onOpen("takeDown")}>
            {t("takeDown")}
          </Button>
        )}
        <Button variant="default" onClick={() => onOpen("purge")}>
          {t("purge")}
        </Button>
      </Group>
    </Panel>
  );
}

function VideoFacts({ video }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation("installationVideos");
  const { account, project, width, height, source, uploader } = video;
  const moment = (at: string | null | undefined) => (at ? formatMoment(at) : null);
  return (
    <Panel title={t("details")}>
      <Box mb="sm" maw={320}>
        <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} size="fill" />
      </Box>
      <Facts
        label={t("details")}
        facts={[
          {
            label: t("account"),
            value: (
              <Link to="/advanced/videos" search={{ account: account.id }} dir="auto">
                {account.name}
              </Link>
            ),
          },
          { label: t("project"), value: project.name },
          { label: t("uploader"), value: uploader ? personName(uploader) : null },
          { label: t("created"), value: moment(video.created_at) },
          { label: t("publishedAt"), value: moment(video.published_at) },
          { label: t("deletedAt"), value: moment(video.deleted_at) },
          {
            label: t("duration"),
            value: video.duration_seconds === null ? null : formatDuration(video.duration_seconds),
          },
          { label: t("dimensions"), value: width && height ? t("pixels", { width, height }) : null },
          { label: t("size"), value: formatBytes(video.size_bytes) },
          { label: t("fileName"), value: source.file_name },
          { label: t("checksum"), value: source.sha256 },
          {
            label: t("description"),
            value:
              video.description === "" ? null : (
                <span className={styles["words"]} dir="auto">
                  {video.description}
                </span>
              ),
          },
        ]}
      />
    </Panel>
  );
}
