import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconHammer } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { PageTabs } from "../shell/tabs/PageTabs.tsx";
import { shownTabs, type LaterRoom } from "./rooms.ts";

/** Says plainly that a room is not there yet, and what it will hold. */
export default function LaterPage({ room }: { room: LaterRoom }) {
  const { t } = useTranslation("later");
  const { permissions } = useViewer();
  const tabs = shownTabs(room, permissions).map(({ to, label }) => ({ to, label: t(label) }));
  const name = t(room.name);
  return (
    <>
      <PageHeader title={name} />
      {tabs.length > 0 ? <PageTabs tabs={tabs} label={t("tabs")} /> : null}
      <EmptyState icon={<IconHammer size={22} stroke={1.6} />} title={t("notYet", { room: name })}>
        {t("holds")}: {t(room.holds)}
      </EmptyState>
    </>
  );
}
