import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { videosKey } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { Later } from "../shell/menus/Later.tsx";
import { overviewQuery, type Overview } from "./overview-query.ts";
import styles from "./Dashboard.module.css";

const TaskDialog = lazyPart(async () => (await import("../videos/library/RowTaskDialog.tsx")).RowTaskDialog, {
  video: async () => (await import("../videos/video/detail-texts.ts")).videoTexts,
});

type Trouble = Overview["attention"][number];

/** What someone should look after, each with one thing to do; hidden while there is nothing. */
export function AttentionPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const troubles = useQuery(overviewQuery(projectId)).data?.attention ?? [];
  if (troubles.length === 0) return null;
  return (
    <Panel title={t("attention")} flush>
      <Stack gap={0} renderRoot={(props) => <ul {...props} />}>
        {troubles.map((trouble) => (
          <li key={`${trouble.kind} ${trouble.video?.id ?? ""}`} className={styles["trouble"]}>
            <span className={styles["troubleWords"]}>
              <StatusDot state={trouble.kind === "video_failed" ? "failed" : "warning"}>
                <TroubleName trouble={trouble} />
              </StatusDot>
              <span className="muted">{trouble.message}</span>
            </span>
            <Remedy trouble={trouble} projectId={projectId} />
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

/** What is in trouble: a video leads to its page. */
function TroubleName({ trouble: { video, kind } }: { trouble: Trouble }) {
  const { t } = useTranslation("dashboard");
  const { video_view: seesVideos } = useViewer().permissions;
  if (video === null) return t(`attention_${kind}`);
  if (!seesVideos) return <span dir="auto">{video.title}</span>;
  return (
    <Link
      to="/video/$videoId"
      params={{ videoId: String(video.id) }}
      className={styles["troubleName"] ?? ""}
      dir="auto"
    >
      {video.title}
    </Link>
  );
}

function Remedy({ trouble, projectId }: { trouble: Trouble; projectId: number }) {
  const { t } = useTranslation("dashboard");
  const { permissions } = useViewer();
  const client = useQueryClient();
  const { video, kind } = trouble;
  if (video !== null) {
    if (video.retryable && (permissions.video_edit || permissions.video_add))
      return <RetryVideo video={video} projectId={projectId} />;
    if (permissions.video_replace && permissions.video_add) return <ReplaceVideo video={video} />;
    if (!permissions.video_view) return null;
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t("openVideo", { title: video.title })}
        renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(video.id) }} {...props} />}
      >
        {t("open")}
      </Button>
    );
  }
  if (kind === "upload_waits") {
    return (
      <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/upload" {...props} />}>
        {t("resumeUploads")}
      </Button>
    );
  }
  if ((kind === "storage" || kind === "disk") && permissions.video_view) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        renderRoot={(props) => <Link to="/video" search={{ type: "trash" }} {...props} />}
      >
        {t("openTrash")}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => void client.invalidateQueries({ queryKey: overviewQuery(projectId).queryKey })}
    >
      {t("lookAgain")}
    </Button>
  );
}

/** Another file in the place of one that cannot be encoded. */
function ReplaceVideo({ video: { id, title } }: { video: { id: number; title: string } }) {
  const { t } = useTranslation("dashboard");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t("replaceVideo", { title })}
        onPointerEnter={() => TaskDialog.prepare()}
        onClick={() => setOpen(true)}
      >
        {t("replace")}
      </Button>
      <Later when={open}>{open ? <TaskDialog task="replace" id={id} onClose={() => setOpen(false)} /> : null}</Later>
    </>
  );
}

function RetryVideo({ video, projectId }: { video: { id: number; title: string }; projectId: number }) {
  const { t } = useTranslation("dashboard");
  const retry = useAction(() => api.transcoding.retryTranscode({ id: video.id }), {
    changes: [overviewQuery(projectId).queryKey, videosKey(projectId)],
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={retry.isPending}
      aria-label={t("retryVideo", { title: video.title })}
      onClick={() => retry.mutate()}
    >
      {t("retry")}
    </Button>
  );
}
