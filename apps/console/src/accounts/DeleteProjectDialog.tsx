import { formatBytes } from "@kinora/ui/bytes.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { takeConfig } from "../platform/session.ts";
import { useAction } from "../platform/use-action.ts";
import { projectsKey } from "../projects/list/project-queries.ts";
import type { ProjectDialogProps } from "./queries.ts";

/** Asks for a project's name, and says what goes with it. */
export function DeleteProjectDialog({ accountId, project, onClose }: ProjectDialogProps) {
  const { t } = useTranslation("accounts");
  const [typed, setTyped] = useState("");
  const remove = useAction(() => api.projects.deleteProject({ id: project.id }), {
    changes: [projectsKey(accountId)],
    failure: t("projectNotDeleted"),
    async onDone() {
      onClose();
      // The current project may be the one that is gone.
      takeConfig(await api.session.getConfig({ account_id: accountId }));
    },
  });
  return (
    <FormDialog
      title={t("deleteProjectTitle", { name: project.name })}
      submit={t("deleteProject")}
      danger
      ready={typed.trim() === project.name}
      saving={remove.isPending}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>
        {t("deleteProjectText", {
          count: project.videos,
          videos: formatNumber(project.videos),
          bytes: formatBytes(project.storage_bytes),
        })}
      </Text>
      <TextInput
        label={t("typeName", { name: project.name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
