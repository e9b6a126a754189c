import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { countsQuery } from "../library/library-queries.ts";
import { useDeleteVideo } from "../use-delete-video.ts";
import { DetailsForm } from "./DetailsForm.tsx";
import { SchedulePanel } from "./SchedulePanel.tsx";

const AdsPanel = lazyPart(async () => (await import("../ads/AdsPanel.tsx")).AdsPanel);
const RestrictionRows = lazyPart(async () => (await import("./RestrictionRows.tsx")).RestrictionRows);

interface DetailsTabProps {
  video: VideoDetail;
  player: FramedPlayer;
}

/** What people say about a video, when it appears, its ads, who may play it, and last how it is deleted. */
export function DetailsTab({ video, player }: DetailsTabProps) {
  const { t } = useTranslation("layout");
  const { permissions } = useViewer();
  const coming = <SkeletonRows label={t("loading")} rows={2} thumb={false} />;
  return (
    <Stack gap="xl" miw={0}>
      <SettingsArea>
        <DetailsForm video={video} />
        <SchedulePanel video={video} />
        {permissions.ads_view || permissions.ads_manage ? (
          <Suspense fallback={coming}>
            <AdsPanel video={video} player={player} />
          </Suspense>
        ) : null}
      </SettingsArea>
      <Suspense fallback={coming}>
        <RestrictionRows video={video} />
      </Suspense>
      <DangerZone video={video} />
    </Stack>
  );
}

function DangerZone({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const deleteVideo = useDeleteVideo();
  const days = useQuery(countsQuery(video.project_id)).data?.trash_days;
  if (!permissions.video_delete) return null;
  const remove = async () => {
    if (await deleteVideo(video)) await navigate({ to: "/video", ignoreBlocker: true });
  };
  const consequence = (kept: number) =>
    kept > 0 ? t("dangerText", { count: kept, days: formatNumber(kept) }) : t("dangerTextForGood");
  return (
    <SettingGroup title={t("dangerZone")}>
      <DangerRow title={t("danger")} text={days === undefined ? "" : consequence(days)} onAct={() => void remove()} />
    </SettingGroup>
  );
}
