import { INSTALLATION_VIDEO_STATES } from "@kinora/domain/videos/takedown.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import type { ListView } from "@kinora/ui/kit/list-view.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { accountFilter } from "../../shell/lists/account-filter.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";
import type { installationVideosView } from "../views.ts";
import type { InstallationVideo } from "./video-queries.ts";

/** The filters of the list; that of an account is there while it is set, and has its name once a row is. */
export function useVideoFilters(
  at: ListAddress<typeof installationVideosView extends ListView<infer Schema> ? Schema : never>,
  named: InstallationVideo["account"] | undefined,
): Filter[] {
  const { t } = useTranslation("installationVideos");
  const { state, account, taken_down } = at.address;
  return [
    {
      kind: "choice",
      id: "state",
      label: t("state"),
      options: INSTALLATION_VIDEO_STATES.map((value) => ({ value, label: t(value) })),
      value: state,
      onChange: (value) => at.show({ state: INSTALLATION_VIDEO_STATES.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "taken_down",
      label: t("takenDown"),
      options: [
        { value: "true", label: t("onlyTakenDown") },
        { value: "false", label: t("withoutTakenDown") },
      ],
      value: taken_down,
      onChange: (value) => at.show({ taken_down: value === "true" || value === "false" ? value : undefined }),
    },
    ...accountFilter(t("account"), account, named, (chosen) => at.show({ account: chosen })),
  ];
}
