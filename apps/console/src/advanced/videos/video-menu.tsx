import { IconBan, IconBuilding, IconRestore, IconTrashX } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import type { InstallationVideo } from "./video-queries.ts";
import type { OpenedVideoDialog } from "./VideoDialogs.tsx";

const ICON = { size: 16, stroke: 1.6 };

/** What a superuser does with a video. */
export function useVideoMenu(open: (opened: OpenedVideoDialog) => void, showAccount: (id: number) => void) {
  const { t } = useTranslation("installationVideos");
  return (video: InstallationVideo) => [
    {
      label: t("onlyThisAccount"),
      icon: <IconBuilding {...ICON} />,
      onChoose: () => showAccount(video.account.id),
    },
    video.taken_down
      ? { label: t("reinstate"), icon: <IconRestore {...ICON} />, onChoose: () => open({ what: "reinstate", video }) }
      : {
          label: t("takeDown"),
          icon: <IconBan {...ICON} />,
          danger: true,
          onChoose: () => open({ what: "takeDown", video }),
        },
    {
      label: t("purge"),
      icon: <IconTrashX {...ICON} />,
      danger: true,
      onChoose: () => open({ what: "purge", video }),
    },
  ];
}
