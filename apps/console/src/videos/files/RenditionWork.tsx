import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { MediaHead } from "../video/MediaHead.tsx";
import { RenditionTable } from "./RenditionTable.tsx";
import { useTranscoding } from "./use-transcoding.ts";
import styles from "./Files.module.css";

/** What is being made of the video, or why that did not work: the reason, what the tool said last, and another try. */
export function RenditionWork({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const { work } = video;
  if (work === null) return null;
  const { state, failure, log, renditions } = work;
  const stopped = state === "failed" || state === "cancelled";
  if (!stopped && renditions.length === 0) return null;
  const mayRetry = stopped && permissions.video_edit && failure?.retryable !== false;
  return (
    <section>
      <MediaHead title={stopped ? t(`work_${state}`) : t("work_running")} />
      {stopped ? (
        <div className={styles["work"]}>
          {failure === null ? null : (
            <p className="problem" role="alert">
              {failure.message}
            </p>
          )}
          {log.length === 0 ? null : (
            <details>
              <summary>{t("workLog", { count: log.length })}</summary>
              <textarea
                className={styles["log"]}
                readOnly
                rows={Math.min(12, log.length)}
                aria-label={t("workLog", { count: log.length })}
                value={log.join("\n")}
              />
            </details>
          )}
          {mayRetry ? (
            <div>
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} stroke={1.6} />}
                loading={isPending}
                onClick={() => transcode({ action: "retry", id: video.id })}
              >
                {t("workRetry")}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {renditions.length === 0 ? null : <RenditionTable label={t("work_running")} renditions={renditions} />}
    </section>
  );
}
