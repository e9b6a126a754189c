import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { confirm } from "../../platform/confirm.ts";

/** Warns before the page is left with unsaved changes. */
export function useAskBeforeLeaving(dirty: boolean): void {
  const { t } = useTranslation("layout");
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
}
