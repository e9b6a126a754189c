import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { schedulesQuery, type ProjectAds } from "./queries.ts";

/** Which schedule of a project is edited, once there are several. */
export function ScheduleSelect({
  projectId,
  ads,
  onChoose,
}: {
  projectId: number;
  ads: ProjectAds;
  onChoose: (id: number | null) => void;
}) {
  const { t } = useTranslation("ads");
  const schedules = useQuery(schedulesQuery(projectId)).data ?? [];
  if (schedules.length < 2) return null;
  const none = { categories: 0, videos: 0, players: 0 };
  const { categories, videos, players } = schedules.find(({ id }) => id === ads.id)?.used_by ?? none;
  const uses = [
    ...(categories > 0 ? [t("usesCategories", { count: categories })] : []),
    ...(videos > 0 ? [t("usesVideos", { count: videos })] : []),
    ...(players > 0 ? [t("usesPlayers", { count: players })] : []),
  ].join(", ");
  return (
    <Select
      mb="lg"
      maw={520}
      label={t("schedules")}
      description={[t(ads.is_default ? "isDefault" : "isChosen"), ...(uses ? [uses] : [])].join(" ")}
      data={schedules.map(({ id, name, is_default: isDefault }) => ({
        value: String(id),
        label: isDefault ? t("defaultName", { name }) : name,
      }))}
      allowDeselect={false}
      value={ads.id === null ? null : String(ads.id)}
      onChange={(value) => onChoose(schedules.find(({ id }) => String(id) === value)?.id ?? null)}
    />
  );
}
