import { VIDEO_ADS, type VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { dataQuery } from "../../platform/queries.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { CuePoints } from "./CuePoints.tsx";

type FramedVideo = Pick<VideoDetail, "id" | "duration_seconds">;
type AdsFields = VideoAds & { schedule_id: number | null };
type StoredAds = Awaited<ReturnType<typeof api.ads.getVideoAds>>["data"];

const videoAdsQuery = (videoId: number) => dataQuery(["video", videoId, "ads"], api.ads.getVideoAds, { id: videoId });

/** Which ads a video has: the project's, none, or a tag of its own before it and at cue points. */
export function AdsPanel({ video, player }: { video: FramedVideo; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  const ads = useQuery(videoAdsQuery(video.id));
  if (ads.isError && !ads.data) return <QueryProblem query={ads} />;
  if (!ads.data) return <SkeletonRows label={t("tabAds")} thumb={false} />;
  return <VideoAdsForm video={video} stored={ads.data} player={player} />;
}

function VideoAdsForm({ video, stored, player }: { video: FramedVideo; stored: StoredAds; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const { project_mode: usualMode, project_schedule: usual, schedules, ...saved } = stored;
  const form = useForm<AdsFields>({ saved, readOnly: !permissions.ads_manage });
  const save = useAction(api.ads.saveVideoAds, {
    changes: [],
    onDone({ data }) {
      client.setQueryData(videoAdsQuery(video.id).queryKey, data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { use, cue_points: points, schedule_id: scheduleId } = form.values;
  const mode = schedules.find(({ id }) => id === scheduleId)?.mode ?? usualMode;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("needsAds")}
      onSave={() => save.mutate({ id: video.id, ...form.values })}
    >
      <SettingGroup title={t("tabAds")}>
        <SettingRow label={t("adsUse")} hint={<UseHint use={use} mode={mode} />}>
          <Segments
            aria-label={t("adsUse")}
            data={VIDEO_ADS.map((value) => ({ value, label: t(`adsUse_${value}`) }))}
            value={use}
            disabled={form.readOnly}
            onChange={(next) => form.edit({ use: next })}
          />
        </SettingRow>
        {use === "project" && schedules.length > 1 ? (
          <ScheduleChoice form={form} schedules={schedules} usual={usual} />
        ) : null}
        {use === "own" ? (
          <>
            <TextInput
              label={t("adsTag")}
              description={t("adsTagHint")}
              placeholder="https://ads.example.com/vast?cb={cachebuster}"
              classNames={{ input: "mono" }}
              spellCheck={false}
              {...form.text("tag")}
            />
            <CuePoints
              points={points}
              durationSeconds={video.duration_seconds}
              error={form.error("cue_points")}
              readOnly={form.readOnly}
              player={player}
              onChange={(next) => form.edit({ cue_points: next })}
            />
          </>
        ) : null}
      </SettingGroup>
    </SettingsForm>
  );
}

/** The schedule chosen for a video; empty: the usual one. */
function ScheduleChoice({
  form,
  schedules,
  usual,
}: {
  form: Form<AdsFields>;
  schedules: StoredAds["schedules"];
  usual: string;
}) {
  const { t } = useTranslation("video");
  const { schedule_id: id } = form.values;
  return (
    <Select
      label={t("adsSchedule")}
      description={t("adsScheduleHint")}
      placeholder={t("adsScheduleUsual", { name: usual })}
      clearable
      disabled={form.readOnly}
      error={form.error("schedule_id")}
      data={schedules.map((schedule) => ({ value: String(schedule.id), label: schedule.name }))}
      value={id === null ? null : String(id)}
      onChange={(value) => form.edit({ schedule_id: value === null ? null : Number(value) })}
    />
  );
}

/** What the choice leads to. */
function UseHint({ use, mode }: { use: VideoAds["use"]; mode: StoredAds["project_mode"] }) {
  const { t } = useTranslation("video");
  if (use !== "project") return t(`adsHint_${use}`);
  return (
    <>
      {t(`adsProject_${mode}`)} <Link to="/settings/ads">{t("adsSettings")}</Link>
    </>
  );
}
