import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon, Progress, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { posterOf } from "../platform/posters.ts";
import { readClientFacts, type ClientFacts } from "./client-facts.ts";
import type { UploadItem } from "./queue.ts";
import { UploadActions } from "./UploadActions.tsx";
import { UploadDetails } from "./UploadDetails.tsx";
import { TransferLine, VideoLine } from "./UploadLines.tsx";
import { uploads } from "./uploads.ts";
import { useSaveTitle } from "./use-save-title.ts";
import { useUploadedVideo } from "./use-uploaded-video.ts";
import styles from "./Upload.module.css";

/** One file: while its bytes travel, and then its video until it is complete. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const video = useUploadedVideo(item);
  const facts = useClientFacts(item);
  const [open, setOpen] = useState(false);
  const poster = posterOf(video?.image_urls ?? {});
  return (
    <li className={styles["row"]} data-state={item.state}>
      <Thumb
        {...(poster.src === null && facts?.frame ? { src: facts.frame } : poster)}
        durationSeconds={video?.duration_seconds ?? facts?.durationSeconds ?? null}
      />
      <div className={styles["words"]}>
        <TitleField item={item} />
        {item.state === "sent" && video ? (
          <VideoLine video={video} />
        ) : (
          <TransferLine item={item} facts={facts} video={video} />
        )}
      </div>
      <div className={styles["bar"]}>
        {item.state === "sent" && video ? (
          <Progress
            value={video.status === "complete" ? 100 : (video.progress ?? 0)}
            color={video.status === "complete" ? "var(--kinora-published)" : "cobalt"}
            aria-label={item.title}
          />
        ) : (
          <Progress
            value={(item.sentBytes / item.file.size) * 100}
            color={item.state === "failed" ? "red" : item.state === "uploading" ? "cobalt" : "gray"}
            aria-label={item.title}
          />
        )}
      </div>
      <div className={styles["actions"]}>
        <ActionIcon
          aria-expanded={open}
          aria-label={t("details", { title: item.title })}
          title={t("details", { title: item.title })}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronUp size={16} stroke={1.6} /> : <IconChevronDown size={16} stroke={1.6} />}
        </ActionIcon>
        <UploadActions item={item} video={item.state === "sent" ? video : null} />
      </div>
      {open ? (
        <div className={styles["details"]}>
          <UploadDetails item={item} />
        </div>
      ) : null}
    </li>
  );
}

/** Editable while nothing speaks against it; leaving the field or Enter saves. */
function TitleField({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const save = useSaveTitle(item);
  return (
    <TextInput
      variant="unstyled"
      className={styles["title"] ?? ""}
      aria-label={t("editTitle", { file: item.file.name })}
      maxLength={VIDEO_TITLE_MAX}
      value={item.title}
      readOnly={!save.possible}
      onChange={(event) => uploads.setTitle(item.key, event.currentTarget.value)}
      onBlur={save.now}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** What the browser can tell of a row's file: duration, size of the picture, and a frame of it. */
function useClientFacts({ key, file }: UploadItem): ClientFacts | null {
  const answer = useQuery({
    queryKey: ["clientFacts", key, file.name, file.size, file.lastModified],
    queryFn: () => readClientFacts(file),
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
  });
  return answer.data ?? null;
}
