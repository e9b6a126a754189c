import { SaveArea } from "@kinora/ui/kit/forms/SaveArea.tsx";
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";

interface SettingsAreaProps {
  /** Whether the forms stay while the rest of the page's address changes, as by the filter of a list on the same page. */
  staysOnPage?: boolean;
  children: ReactNode;
}

/** Settings forms with one save bar. Nobody leaves them with unsaved changes without being asked. */
export function SettingsArea({ staysOnPage = false, children }: SettingsAreaProps) {
  const { t } = useTranslation("layout");
  const [dirty, setDirty] = useState(false);
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !(staysOnPage && current.pathname === next.pathname) &&
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
  return <SaveArea onDirty={setDirty}>{children}</SaveArea>;
}
