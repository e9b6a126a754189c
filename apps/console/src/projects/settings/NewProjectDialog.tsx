import { PROJECT_NAME_MAX } from "@kinora/domain/projects/projects.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { closeNewProject, newProject } from "../../platform/new-project.ts";
import { goTo, switchProject } from "../../platform/place.ts";
import { queryClient } from "../../platform/query-client.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";

/** Account owners add a project here (spec §5): both fields are required, the server may object to either. */
export function NewProjectDialog() {
  const { t } = useTranslation("projects");
  const router = useRouter();
  const opened = useStore(newProject, (value) => value.opened);
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  const form = useForm({
    saved: { name: "", domain: "" },
    check: ({ name, domain }) => ({
      ...(name.trim() === "" ? { name: t("nameEmpty") } : {}),
      ...(domain.trim() === "" ? { domain: t("domainEmpty") } : {}),
    }),
  });
  const close = () => {
    closeNewProject();
    form.reset();
  };
  const create = useAction(api.projects.createProject, {
    changes: [],
    async onDone({ project }) {
      close();
      if ((await goTo(router, "/dashboard")) && (await switchProject(project.id)))
        await queryClient.invalidateQueries();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      opened={opened}
      title={t("newProject")}
      submit={t("create")}
      form={form}
      saving={create.isPending}
      ready={accountId !== null}
      onSubmit={() => {
        if (accountId !== null) create.mutate({ account_id: accountId, ...form.values });
      }}
      onClose={close}
    >
      <TextInput label={t("name")} required data-autofocus maxLength={PROJECT_NAME_MAX} {...form.text("name")} />
      <TextInput label={t("domain")} required description={t("domainHint")} {...form.text("domain")} />
    </FormDialog>
  );
}
