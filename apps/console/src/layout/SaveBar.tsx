import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./SaveBar.module.css";

interface SaveBarProps {
  saving: boolean;
  /** What the button says; "Save changes" unless the page has its own word. */
  save?: string;
  onDiscard: () => void;
}

/** Stands below a form while something in it is unsaved; `useUnsaved` asks before it is left. */
export function SaveBar({ saving, save, onDiscard }: SaveBarProps) {
  const { t } = useTranslation("layout");
  return (
    <div className={styles["bar"]} role="region" aria-label={t("unsaved")}>
      <span className={styles["words"]}>{t("unsaved")}</span>
      <Button variant="default" onClick={onDiscard}>
        {t("discard")}
      </Button>
      <Button type="submit" loading={saving}>
        {save ?? t("saveChanges")}
      </Button>
    </div>
  );
}
