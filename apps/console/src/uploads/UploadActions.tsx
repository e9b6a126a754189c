import { ActionIcon, Button, Switch } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconReplace, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { usePublish } from "../videos/use-publish.ts";
import type { UploadItem } from "./queue.ts";
import { uploads } from "./uploads.ts";
import { useFileReplacement } from "./use-file-intake.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** What can be done with a file of the list, or with the video it became. */
export function UploadActions({ item, video }: { item: UploadItem; video: VideoDetail | null }) {
  const { t } = useTranslation("uploads");
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const { key, title, state, videoId } = item;
  const ends = state === "sent" || state === "cancelled";
  return (
    <>
      {video !== null && permissions.video_publish ? (
        <Switch
          checked={video.published}
          label={t("published")}
          aria-label={t("publishSwitch", { title })}
          onChange={(event) => publish({ id: video.id, published: event.currentTarget.checked })}
        />
      ) : null}
      {state === "sent" && videoId !== null ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("openVideo", { title })}
          renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(videoId) }} {...props} />}
        >
          {t("open")}
        </Button>
      ) : null}
      {state === "uploading" || state === "waiting" ? (
        <Action label={t("pause", { title })} onClick={() => uploads.pause(key)}>
          <IconPlayerPause {...icon} />
        </Action>
      ) : null}
      {state === "paused" ? (
        <Action label={t("resume", { title })} onClick={() => uploads.resume(key)}>
          <IconPlayerPlay {...icon} />
        </Action>
      ) : null}
      {state === "failed" ? (
        <>
          <Action label={t("retry", { title })} onClick={() => uploads.resume(key)}>
            <IconRefresh {...icon} />
          </Action>
          <ReplaceFile item={item} />
        </>
      ) : null}
      {video?.error?.retryable ? <RetryTranscode video={video} /> : null}
      <Action
        label={ends ? t("remove", { title }) : t("cancel", { title })}
        onClick={() => (ends ? uploads.remove(key) : uploads.cancel(key))}
      >
        <IconX {...icon} />
      </Action>
    </>
  );
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** Another file for a row that failed; it keeps its place, its details and its title when that was written by hand. */
function ReplaceFile({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const input = useRef<HTMLInputElement>(null);
  const replace = useFileReplacement();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("replaceFileOf", { title: item.title })}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) replace(item, file);
          event.currentTarget.value = "";
        }}
      />
      <Action label={t("replaceFileOf", { title: item.title })} onClick={() => input.current?.click()}>
        <IconReplace {...icon} />
      </Action>
    </>
  );
}

function RetryTranscode({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("uploads");
  const retry = useAction(() => api.transcoding.retryTranscode({ id: video.id }), { changes: [["video", video.id]] });
  return (
    <Action label={t("retryTranscode", { title: video.title })} onClick={() => retry.mutate(undefined)}>
      <IconRefresh {...icon} />
    </Action>
  );
}
