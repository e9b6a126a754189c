import { formatBytes } from "@kinora/ui/bytes.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { limitInBytes, limitInGigabytes } from "../../shell/fields/gigabytes.ts";
import { projectsKey, type ListedProject, type ProjectScope } from "./project-queries.ts";

interface QuotaDialogProps {
  scope: ProjectScope;
  project: ListedProject;
  onClose: () => void;
}

/** How much a project may store, and from where on owners are warned. */
export function QuotaDialog({ scope, project, onClose }: QuotaDialogProps) {
  const { t } = useTranslation("projectList");
  const form = useForm({
    saved: {
      soft_bytes: limitInGigabytes(project.storage_soft_bytes),
      hard_bytes: limitInGigabytes(project.storage_hard_bytes),
    },
    check: (values): Record<string, string> =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, typed]) => limitInBytes(typed) === undefined)
          .map(([name]) => [name, t("quotaWrong")]),
      ),
  });
  const save = useAction(api.projects.setProjectQuota, {
    changes: [projectsKey(scope)],
    config: true,
    failure: t("projectNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const submit = () =>
    save.mutate({
      id: project.id,
      soft_bytes: limitInBytes(form.values.soft_bytes) ?? null,
      hard_bytes: limitInBytes(form.values.hard_bytes) ?? null,
    });
  return (
    <FormDialog
      title={t("quotaTitle", { name: project.name })}
      submit={t("save")}
      form={form}
      saving={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t("quotaText", { bytes: formatBytes(project.storage_bytes) })}</Text>
      <TextInput
        label={t("quotaSoft")}
        description={t("quotaSoftText")}
        data-autofocus
        {...inUnit("GB")}
        {...form.text("soft_bytes")}
      />
      <TextInput
        label={t("quotaHard")}
        description={t("quotaHardText")}
        {...inUnit("GB")}
        {...form.text("hard_bytes")}
      />
    </FormDialog>
  );
}
