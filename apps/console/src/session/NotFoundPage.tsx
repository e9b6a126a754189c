import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import styles from "./public.module.css";

/** An address that leads nowhere (spec §2). */
export function NotFoundPage() {
  const { t } = useTranslation("session");
  return (
    <div className={styles["hero"]}>
      <h1 className={styles["title"]}>{t("notFoundTitle")}</h1>
      <p className={styles["note"]}>{t("notFoundText")}</p>
      <div className={styles["actions"]}>
        <Button component={Link} to="/dashboard">
          {t("toDashboard")}
        </Button>
      </div>
    </div>
  );
}
