import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { Later } from "../../shell/menus/Later.tsx";
import type { Project } from "../queries.ts";

const DeleteProjectDialog = lazyPart(async () => (await import("./DeleteProjectDialog.tsx")).DeleteProjectDialog);

/** Deleting the project: for owners of the account, who type its name and see what goes with it. */
export function DangerZone({ project, allowed }: { project: Project; allowed: boolean }) {
  const { t } = useTranslation("projects");
  const [opened, setOpened] = useState(false);
  return (
    <SettingGroup title={t("dangerZone")}>
      <DangerRow
        title={t("deleteProject")}
        text={allowed ? t("deleteProjectText") : t("deleteProjectOwner")}
        onAct={allowed ? () => setOpened(true) : undefined}
      />
      <Later when={opened}>
        <DeleteProjectDialog project={project} opened={opened} onClose={() => setOpened(false)} />
      </Later>
    </SettingGroup>
  );
}
