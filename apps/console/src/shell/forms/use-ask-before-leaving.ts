import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";

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
