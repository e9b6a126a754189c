import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import { MANAGE_TABS, manageView, type ManageTab } from "./manage-view.ts";
import tabs from "../../shell/tabs/PageTabs.module.css";

const SwitchesTab = lazyPart(async () => (await import("./SwitchesTab.tsx")).SwitchesTab);
const MaintenanceTab = lazyPart(async () => (await import("./MaintenanceTab.tsx")).MaintenanceTab);
const LimitsTab = lazyPart(async () => (await import("./LimitsTab.tsx")).LimitsTab);
const systemTexts = { system: async () => (await import("./system/system-texts.ts")).systemTexts };
const StorageTab = lazyPart(async () => (await import("./system/StorageTab.tsx")).StorageTab, systemTexts);
const JobsTab = lazyPart(async () => (await import("./system/JobsTab.tsx")).JobsTab, systemTexts);
const BackupsTab = lazyPart(async () => (await import("./system/BackupsTab.tsx")).BackupsTab, systemTexts);
const SystemTab = lazyPart(async () => (await import("./system/SystemTab.tsx")).SystemTab, systemTexts);

const CONTENTS: Record<ManageTab, () => ReactNode> = {
  switches: () => <SwitchesTab />,
  maintenance: () => <MaintenanceTab />,
  limits: () => <LimitsTab />,
  storage: () => <StorageTab />,
  jobs: () => <JobsTab />,
  backups: () => <BackupsTab />,
  system: () => <SystemTab />,
};

/** What an operator decides for the whole installation, for superusers (spec §2). */
export default function ManagePage() {
  const { t } = useTranslation("manage");
  const at = useListAddress(manageView);
  const { tab: open = "switches" } = at.address;
  return (
    <>
      <PageHeader title={t("manage")} />
      <TabRow as="tabs" label={t("tabs")} open={open}>
        {MANAGE_TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            aria-selected={open === tab}
            className={tabs["tab"]}
            onClick={() => at.open({ tab })}
          >
            {t(`tab_${tab}`)}
          </button>
        ))}
      </TabRow>
      <Suspense fallback={<SkeletonRows label={t("loading")} thumb={false} />}>{CONTENTS[open]()}</Suspense>
    </>
  );
}
