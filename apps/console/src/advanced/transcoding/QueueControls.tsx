import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { queueKey, type TranscodingState } from "./queue-queries.ts";
import styles from "./Transcoding.module.css";

/** Pauses the queue of all accounts, and has accounts take turns in it. */
export function QueueControls({ state: { paused_since: paused, fair } }: { state: TranscodingState }) {
  const { t } = useTranslation("transcoding");
  const options = { changes: [queueKey], failure: t("queueNotChanged") };
  const pause = useAction(() => api.advanced.setTranscodingPaused({ paused: true }), options);
  const resume = useAction(() => api.advanced.setTranscodingPaused({ paused: false }), options);
  const turns = useAction((wanted: boolean) => api.advanced.setTranscodingFairness({ fair: wanted }), options);
  return (
    <div className={styles["controls"]}>
      <Button
        size="xs"
        variant={fair ? "light" : "default"}
        aria-pressed={fair}
        title={t("fairText")}
        loading={turns.isPending}
        onClick={() => turns.mutate(!fair)}
      >
        {t("fair")}
      </Button>
      {paused === null ? (
        <Button
          size="xs"
          variant="default"
          loading={pause.isPending}
          onClick={() =>
            void pause.mutateAfter(
              { title: t("pauseTitle"), text: t("pauseText"), yes: t("pause"), danger: false },
              undefined,
            )
          }
        >
          {t("pause")}
        </Button>
      ) : (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
          {t("resume")}
        </Button>
      )}
    </div>
  );
}
