import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { goTo } from "../platform/goTo.ts";
import { closeNewProject, newProject } from "../platform/newProject.ts";
import { switchProject } from "../platform/place.ts";
import { fieldMessage, problemOf } from "../platform/problem.ts";
import { queryClient } from "../platform/queryClient.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

type Field = "name" | "domain";
type Errors = Partial<Record<Field, string>>;

/** Account owners add a project here (spec §5): both fields are required, the server may object to either. */
export function NewProjectDialog() {
  const { t } = useTranslation(["projects", "layout"]);
  const router = useRouter();
  const opened = useStore(newProject, (value) => value.opened);
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  const [values, setValues] = useState({ name: "", domain: "" });
  const [errors, setErrors] = useState<Errors>({});

  const close = () => {
    closeNewProject();
    setValues({ name: "", domain: "" });
    setErrors({});
  };

  const create = useMutation({
    mutationFn: (input: { account_id: number; name: string; domain: string }) => api.projects.createProject(input),
    async onSuccess({ message, project }) {
      toastSuccess(message || t("layout:success"));
      close();
      if ((await goTo(router, "/dashboard")) && (await switchProject(project.id)))
        await queryClient.invalidateQueries();
    },
    onError(error) {
      const problem = problemOf(error);
      const name = fieldMessage(problem, "name");
      const domain = fieldMessage(problem, "domain");
      setErrors({ ...(name === null ? {} : { name }), ...(domain === null ? {} : { domain }) });
      // A 403 has had its notification already.
      if (name === null && domain === null && problem.status !== 403) toastError(problem.message ?? t("layout:error"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending || accountId === null) return;
    const missing: Errors = {
      ...(values.name.trim() === "" ? { name: t("nameEmpty") } : {}),
      ...(values.domain.trim() === "" ? { domain: t("domainEmpty") } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length === 0) create.mutate({ account_id: accountId, ...values });
  };

  const edit = (field: Field, value: string) => {
    setValues({ ...values, [field]: value });
    const { [field]: _cleared, ...others } = errors;
    setErrors(others);
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t("newProject")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={420}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t("name")}
            name="name"
            required
            data-autofocus
            maxLength={100}
            value={values.name}
            error={errors.name}
            onChange={(event) => edit("name", event.currentTarget.value)}
          />
          <TextInput
            label={t("domain")}
            name="domain"
            required
            description={t("domainHint")}
            value={values.domain}
            error={errors.domain}
            onChange={(event) => edit("domain", event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("create")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
