import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { PageTabs } from "../shell/tabs/PageTabs.tsx";

const TABS = [
  { to: "/settings/restrictions", label: "tabProfiles" },
  { to: "/settings/restrictions/keys", label: "tabKeys" },
  { to: "/settings/restrictions/denied", label: "tabDenied" },
  { to: "/settings/restrictions/embeds", label: "tabEmbeds" },
] as const;

/** The pages of the restrictions with their tabs. Without a project there is nothing to show. */
export function RestrictionsFrame({
  actions,
  children,
}: {
  actions?: (projectId: number) => ReactNode;
  children: (projectId: number) => ReactNode;
}) {
  const { t } = useTranslation("restrictions");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  if (projectId === null) return null;
  return (
    <>
      <PageHeader title={t("title")} actions={actions?.(projectId)} />
      <PageTabs tabs={TABS.map(({ to, label }) => ({ to, label: t(label) }))} label={t("tabs")} />
      {children(projectId)}
    </>
  );
}
