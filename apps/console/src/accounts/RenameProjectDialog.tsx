import { PROJECT_NAME_MAX } from "@kinora/domain/projects/projects.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { projectsKey } from "../projects/list/project-queries.ts";
import type { ProjectDialogProps } from "./queries.ts";

/** What a project is called. */
export function RenameProjectDialog({ accountId, project, onClose }: ProjectDialogProps) {
  const { t } = useTranslation("accounts");
  const form = useForm({
    saved: { name: project.name },
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("projectNameEmpty") } : {}),
  });
  const save = useAction(api.projects.updateProject, {
    changes: [projectsKey(accountId)],
    config: true,
    failure: t("projectNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("renameTitle", { name: project.name })}
      submit={t("rename")}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate({ id: project.id, name: form.values.name.trim(), domain: project.domain })}
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={PROJECT_NAME_MAX} data-autofocus {...form.text("name")} />
    </FormDialog>
  );
}
