import { fromLocalTime, toLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { videoChanges } from "../video-changes.ts";

interface Times {
  /** As the browser's fields write them, in the project's time zone. */
  publish_at: string;
  unpublish_at: string;
  publish_when_ready: boolean;
}

const timesOf = ({ schedule, time_zone: zone }: VideoDetail): Times => ({
  publish_at: schedule.publish_at === null ? "" : toLocalTime(schedule.publish_at, zone),
  unpublish_at: schedule.unpublish_at === null ? "" : toLocalTime(schedule.unpublish_at, zone),
  publish_when_ready: schedule.publish_when_ready,
});

/** When the video is shown and hidden automatically, in the project's time zone. */
export function SchedulePanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const { id, time_zone: zone } = video;
  const form = useForm<Times>({ saved: timesOf(video), readOnly: !permissions.video_publish });
  const moment = (typed: string) => fromLocalTime(typed, zone)?.toISOString() ?? null;
  const save = useAction(
    async ({ publish_at, unpublish_at, publish_when_ready }: Times) => {
      const times = { publish_at: moment(publish_at), unpublish_at: moment(unpublish_at), publish_when_ready };
      return { ...(await api.videoDetails.saveSchedule({ id, ...times })), message: t("scheduleSaved") };
    },
    {
      changes: videoChanges(id),
      failure: t("scheduleNotSaved"),
      onDone({ data }) {
        client.setQueryData<VideoDetail>(["video", id], (known) => known && { ...known, schedule: data });
        form.reset();
      },
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("needsPublish")}
      onSave={() => save.mutate(form.values)}
    >
      <SettingGroup title={t("schedule")} text={t("zoneHint", { zone })}>
        <TextInput type="datetime-local" label={t("publishAt")} {...form.text("publish_at")} />
        <TextInput type="datetime-local" label={t("unpublishAt")} {...form.text("unpublish_at")} />
        <Checkbox label={t("whenReady")} {...form.flag("publish_when_ready")} />
      </SettingGroup>
    </SettingsForm>
  );
}
