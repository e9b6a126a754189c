import type { Permission } from "@kinora/domain/people/permissions.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { PageTabs } from "../shell/tabs/PageTabs.tsx";

const TABS = [
  { to: "/settings/project/settings", label: "tabSettings" },
  { to: "/settings/project/categories", label: "tabCategories", permission: "categories_view" },
  { to: "/settings/project/tags", label: "tabTags", permission: "tags_view" },
  { to: "/settings/project/resolutions", label: "tabResolutions", permission: "resolutions_view" },
] as const satisfies readonly { to: string; label: string; permission?: Permission }[];

/** The project's settings pages with their tabs; those a person may not open do not appear (spec §2). */
export function SettingsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("projects");
  const { permissions } = useViewer();
  const shown = TABS.filter((tab) => !("permission" in tab) || permissions[tab.permission]);
  return (
    <>
      <PageHeader title={t("settings")} {...(actions === undefined ? {} : { actions })} />
      <PageTabs tabs={shown.map(({ to, label }) => ({ to, label: t(label) }))} label={t("tabs")} />
      {children}
    </>
  );
}
