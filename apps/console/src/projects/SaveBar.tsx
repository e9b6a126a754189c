import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../platform/confirm.ts";
import styles from "./Settings.module.css";

/** Stands below a form while something in it is unsaved, and asks before it is left. Ctrl/Cmd+S saves. */
export function SaveBar({
  form,
  saving,
  onDiscard,
}: {
  form: RefObject<HTMLFormElement | null>;
  saving: boolean;
  onDiscard: () => void;
}) {
  const { t } = useTranslation("projects");
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: true,
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
  return (
    <div className={styles["saveBar"]} role="region" aria-label={t("unsaved")}>
      <span>{t("unsaved")}</span>
      <Button variant="default" onClick={onDiscard}>
        {t("discard")}
      </Button>
      <Button type="submit" loading={saving}>
        {t("saveChanges")}
      </Button>
    </div>
  );
}
