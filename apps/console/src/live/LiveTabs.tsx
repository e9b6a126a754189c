import { useTranslation } from "react-i18next";
import { PageTabs } from "../layout/PageTabs.tsx";

/** The pages of the room (spec §2): livestreams and logs. */
export function LiveTabs() {
  const { t } = useTranslation("live");
  const tabs = [
    { to: "/live", label: t("tabLivestreams") },
    { to: "/live/logs", label: t("tabLogs") },
  ];
  return <PageTabs label={t("tabs")} tabs={tabs} />;
}
