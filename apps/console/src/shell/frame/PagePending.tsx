import { Loader } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./PagePending.module.css";

/** Shown when a page takes longer than a moment to arrive. */
export function PagePending() {
  const { t } = useTranslation("layout");
  return (
    <div className={styles["pending"]} role="status" aria-label={t("loading")}>
      <Loader size={24} />
    </div>
  );
}
