import { fromLocalTime, toLocalTime } from "@kinora/domain/zonedTime.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { fieldMessage, problemOf } from "../platform/problem.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

const local = (moment: VideoDetail["schedule"]["publish_at"], zone: string) =>
  moment === null ? "" : toLocalTime(moment, zone);

/** When the video is shown and hidden by itself, in the project's time zone. */
export function SchedulePanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const { schedule, time_zone: zone } = video;
  const kept = {
    publishAt: local(schedule.publish_at, zone),
    unpublishAt: local(schedule.unpublish_at, zone),
    whenReady: schedule.publish_when_ready,
  };
  const [seen, setSeen] = useState(kept);
  const [typed, setTyped] = useState(kept);
  const [errors, setErrors] = useState<Record<string, string | null>>({});
  const same = (a: typeof kept, b: typeof kept) => JSON.stringify(a) === JSON.stringify(b);
  if (!same(kept, seen)) {
    setSeen(kept);
    setTyped(kept);
  }
  const dirty = !same(typed, kept);
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(dirty, form);

  const save = useMutation({
    mutationFn: () =>
      api.videoDetails.saveSchedule({
        id: video.id,
        publish_at: fromLocalTime(typed.publishAt, zone)?.toISOString() ?? null,
        unpublish_at: fromLocalTime(typed.unpublishAt, zone)?.toISOString() ?? null,
        publish_when_ready: typed.whenReady,
      }),
    onSuccess: () => done(t("scheduleSaved")),
    onError(error) {
      const problem = problemOf(error);
      setErrors({
        publish_at: fieldMessage(problem, "publish_at"),
        unpublish_at: fieldMessage(problem, "unpublish_at"),
      });
      failed(error, t("scheduleNotSaved"));
    },
  });
  const edit = (change: Partial<typeof kept>) => {
    setTyped({ ...typed, ...change });
    setErrors({});
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dirty && !save.isPending) save.mutate();
  };
  const locked = !permissions.video_publish;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Panel title={t("schedule")}>
        <div className={styles["form"]}>
          <div className={styles["two"]}>
            <TextInput
              type="datetime-local"
              label={t("publishAt")}
              readOnly={locked}
              value={typed.publishAt}
              error={errors["publish_at"]}
              onChange={(event) => edit({ publishAt: event.currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label={t("unpublishAt")}
              readOnly={locked}
              value={typed.unpublishAt}
              error={errors["unpublish_at"]}
              onChange={(event) => edit({ unpublishAt: event.currentTarget.value })}
            />
          </div>
          <Checkbox
            label={t("whenReady")}
            disabled={locked}
            checked={typed.whenReady}
            onChange={(event) => edit({ whenReady: event.currentTarget.checked })}
          />
          <p className={styles["note"]}>{locked ? t("needsPublish") : t("zoneHint", { zone })}</p>
          <div>
            <Button type="submit" variant="default" disabled={!dirty || locked} loading={save.isPending}>
              {t("scheduleSave")}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  );
}
