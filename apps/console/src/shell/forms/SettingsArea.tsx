import { SaveArea } from "@kinora/ui/kit/forms/SaveArea.tsx";
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../platform/confirm.ts";

/** Settings forms with one save bar. Nobody leaves them with unsaved changes without being asked. */
export function SettingsArea({ children }: { children: ReactNode }) {
  const { t } = useTranslation("layout");
  const [dirty, setDirty] = useState(false);
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
  return <SaveArea onDirty={setDirty}>{children}</SaveArea>;
}
