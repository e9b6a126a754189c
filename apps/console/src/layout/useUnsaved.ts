import { useBlocker } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../platform/confirm.ts";

/** Asks before unsaved changes are left behind, and saves on Ctrl/Cmd+S. */
export function useUnsaved(dirty: boolean, form: RefObject<HTMLFormElement | null>): void {
  const { t } = useTranslation("layout");
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [form]);
}
