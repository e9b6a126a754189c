import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";

/** What is asked before a page is left. */
interface Question {
  title: string;
  text: string;
  yes: string;
}

/** Warns before the page is left with unsaved changes; with a question of its own, before another page is opened only. */
export function useAskBeforeLeaving(dirty: boolean, question?: Question): void {
  const { t } = useTranslation("layout");
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (question && current.pathname === next.pathname) return false;
      const asked = question ?? { title: t("leaveTitle"), text: t("leaveText"), yes: t("leave") };
      return !(await confirm({ ...asked, danger: false }));
    },
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
}
