import { MEDIA_ACCEPTED } from "@kinora/domain/uploads/media-files.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Input, Progress, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { loadChunk } from "../../platform/chunks.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { videoChanges } from "../video-changes.ts";
import styles from "./VideoDetail.module.css";

/** Sends a file in the place of the video's source. Closing the dialog meanwhile cancels that. */
export function ReplaceDialog({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const { t } = useTranslation("video");
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const send = useAction(
    async (chosen: File) => {
      // The upload protocol's code is fetched when someone needs it.
      const { sendFile } = await loadChunk(() => import("../files/send-file.ts"));
      await new Promise<void>((resolve, reject) => {
        stop.current = sendFile(video.project_id, { replaces_video_id: String(video.id) }, chosen, {
          onProgress: setPercent,
          onSent: resolve,
          onFailure: (message) => reject(new Error(message ?? t("replaceFailed"))),
        });
      }).finally(() => (stop.current = null));
      return { message: t("replaceSent") };
    },
    {
      changes: videoChanges(video.id),
      onDone: onClose,
      onProblem: () => true,
    },
  );
  const start = (chosen: File) => {
    setError(null);
    setPercent(0);
    send.mutate(chosen, { onError: (problem) => setError(problem.message) });
  };
  return (
    <FormDialog
      title={t("replaceTitle")}
      submit={t("replaceStart")}
      size={480}
      ready={file !== null}
      saving={send.isPending}
      onSubmit={() => file && start(file)}
      onClose={onClose}
    >
      <Text>{t("replaceText")}</Text>
      <Input.Wrapper label={t("replaceFileLabel")} error={error} id="replacement-file">
        <input
          id="replacement-file"
          className={styles["file"]}
          type="file"
          data-autofocus
          accept={MEDIA_ACCEPTED}
          disabled={send.isPending}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null);
            setError(null);
          }}
        />
      </Input.Wrapper>
      {send.isPending ? <Progress value={percent} aria-label={t("replaceProgress")} /> : null}
    </FormDialog>
  );
}
