import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Later } from "../layout/Later.tsx";
import { lazyPart } from "../platform/lazyPart.ts";
import type { Project } from "./queries.ts";
import styles from "./Settings.module.css";

const DeleteProjectDialog = lazyPart(async () => (await import("./DeleteProjectDialog.tsx")).DeleteProjectDialog);

/** Deleting the project: for owners of the account, who type its name and see what goes with it. */
export function DangerZone({ project, allowed }: { project: Project; allowed: boolean }) {
  const { t } = useTranslation("projects");
  const [opened, setOpened] = useState(false);
  return (
    <Panel title={t("dangerZone")}>
      <div className={styles["danger"]}>
        <p>{allowed ? t("deleteProjectText") : t("deleteProjectOwner")}</p>
        {allowed ? (
          <Button variant="outline" color="red" onClick={() => setOpened(true)}>
            {t("deleteProject")}
          </Button>
        ) : null}
      </div>
      <Later when={opened}>
        <DeleteProjectDialog project={project} opened={opened} onClose={() => setOpened(false)} />
      </Later>
    </Panel>
  );
}
