import { canRetry } from "@kinora/domain/videos/videos.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { useTranscoding } from "../files/use-transcoding.ts";
import styles from "./VideoPage.module.css";

const ReplaceDialog = lazyPart(async () => (await import("./ReplaceDialog.tsx")).ReplaceDialog, {
  video: async () => (await import("./detail-texts.ts")).videoTexts,
});

/** The ways out of a failure: another try where that can help, or another file. */
export function Remedies({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const [replacing, setReplacing] = useState(false);
  if (!canRetry(video.status)) return null;
  return (
    <>
      <div className={styles["buttons"]}>
        {(permissions.video_edit || permissions.video_add) && video.error?.retryable !== false ? (
          <Button loading={isPending} onClick={() => transcode({ action: "retry", id: video.id })}>
            {t("retry")}
          </Button>
        ) : null}
        {/* A file that is there stays in the menu. */}
        {permissions.video_replace && permissions.video_add ? (
          <Button variant="default" onClick={() => setReplacing(true)}>
            {t("library:replaceFile")}
          </Button>
        ) : null}
      </div>
      <Later when={replacing}>
        <ReplaceDialog video={video} onClose={() => setReplacing(false)} />
      </Later>
    </>
  );
}
