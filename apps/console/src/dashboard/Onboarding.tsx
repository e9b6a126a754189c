import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { openNewProject } from "../platform/newProject.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import styles from "./Dashboard.module.css";

/** The way from nothing to a video on someone's page; the first step is done right here. */
export function Onboarding() {
  const { t } = useTranslation("dashboard");
  const name = useStore(session, ({ user }) => user?.first_name || (user?.email ?? ""));
  return (
    <>
      <PageHeader title={t("onboardingTitle", { name })} />
      <p className={styles["lead"]}>{t("onboardingLead")}</p>
      <div className={styles["framed"]}>
        <ol className={styles["steps"]}>
          <li className={styles["step"]} data-now="true">
            <h2>{t("createStep")}</h2>
            <p>{t("createText")}</p>
            <Button onClick={openNewProject}>{t("newProject")}</Button>
          </li>
          <li className={styles["step"]}>
            <h2>{t("uploadStep")}</h2>
            <p>{t("uploadText")}</p>
          </li>
          <li className={styles["step"]}>
            <h2>{t("embedStep")}</h2>
            <p>{t("embedText")}</p>
          </li>
        </ol>
      </div>
    </>
  );
}
