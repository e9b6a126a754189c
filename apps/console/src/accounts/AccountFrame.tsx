import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { PageTabs } from "../shell/tabs/PageTabs.tsx";

const TABS = ["statistics", "projects", "owners", "members", "settings"] as const;

/** The account that the console shows. */
export const useAccountId = (): number | null => useStore(session, ({ config }) => config?.account_id ?? null);

/** The header and the tabs of the account's pages (spec §2). */
export function AccountFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <PageHeader title={t("account")} actions={actions} />
      <PageTabs tabs={TABS.map((tab) => ({ to: `/account/${tab}`, label: t(`tab_${tab}`) }))} label={t("tabs")} />
      {children}
    </>
  );
}
