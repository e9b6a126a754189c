import { Button, Group, Input, Modal, Progress, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadChunk } from "../platform/chunks.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

/** Sends a file in the place of the video's source. Closing the dialog while it is sent calls it off. */
export function ReplaceDialog({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const { t } = useTranslation("video");
  const { done } = useVideoChange(video.id);
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = async (chosen: File) => {
    setError(null);
    setPercent(0);
    try {
      // The upload protocol's code is fetched when somebody needs it.
      const { startReplacement } = await loadChunk(() => import("./replacement.ts"));
      stop.current = startReplacement(video, chosen, {
        onProgress: setPercent,
        onSent() {
          stop.current = null;
          onClose();
          void done(t("replaceSent"));
        },
        onFailure(message) {
          stop.current = null;
          setPercent(null);
          setError(message ?? t("replaceFailed"));
        },
      });
    } catch {
      setPercent(null);
      setError(t("replaceFailed"));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("replaceTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      size={480}
    >
      <div className={styles["form"]}>
        <Text>{t("replaceText")}</Text>
        <Input.Wrapper label={t("replaceFileLabel")} error={error} id="replacement-file">
          <input
            id="replacement-file"
            className={styles["file"]}
            type="file"
            data-autofocus
            accept="video/*,.mkv,.mts,.m2ts,.ts"
            disabled={percent !== null}
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null);
              setError(null);
            }}
          />
        </Input.Wrapper>
        {percent === null ? null : <Progress value={percent} aria-label={t("replaceProgress")} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button disabled={file === null} loading={percent !== null} onClick={() => file && void start(file)}>
            {t("replaceStart")}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
