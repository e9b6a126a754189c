import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { openNewProject } from "../platform/new-project.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { StepList } from "./StepList.tsx";
import styles from "./Dashboard.module.css";

const NOTHING_DONE = new Set<never>();

/** The way from nothing to a video on someone's page; the first step is done right here. */
export function Onboarding() {
  const { t } = useTranslation("dashboard");
  const name = useStore(session, ({ user }) => user?.first_name || (user?.email ?? ""));
  return (
    <>
      <PageHeader title={t("onboardingTitle", { name })} />
      <p className={styles["lead"]}>{t("onboardingLead")}</p>
      <div className={styles["framed"]}>
        <StepList
          done={NOTHING_DONE}
          steps={[
            { step: "project", action: <Button onClick={openNewProject}>{t("newProject")}</Button> },
            { step: "video", action: null },
            { step: "embed", action: null },
            { step: "invite", action: null },
          ]}
        />
      </div>
    </>
  );
}
