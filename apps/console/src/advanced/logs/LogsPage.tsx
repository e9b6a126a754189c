import { LOG_KINDS, type LogKind } from "@kinora/domain/operations/logs.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { PageTabs } from "../../shell/tabs/PageTabs.tsx";
import { LogLines } from "./LogLines.tsx";
import { logsView } from "./logs-view.ts";

const PLAIN = "/advanced/logs";

/** What the installation logs, for superusers (spec §2): the plain address has the log of videos. */
export default function LogsPage({ kind }: { kind: LogKind }) {
  const { t } = useTranslation("logs");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const at = useListAddress(logsView);
  // While one navigates, the path is of the page to come.
  const addressOf = (each: LogKind) => (each === "video" && path === PLAIN ? PLAIN : `${PLAIN}/${each}`);
  const tabs = LOG_KINDS.map((each) => ({
    to: addressOf(each),
    label: t(`tab_${each}`),
  }));
  return (
    <>
      <PageHeader title={t("logs")} />
      <PageTabs tabs={tabs} label={t("tabs")} />
      <LogLines key={kind} kind={kind} at={at} />
    </>
  );
}
