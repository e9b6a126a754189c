import { Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { fieldMessage, problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { invitationsKey, rolesQuery } from "./queries.ts";

type Errors = Partial<Record<"email" | "role_id", string>>;

/** Adds a person to the project by mail address, in a role explained in words. */
export function InviteDialog({
  opened,
  onClose,
  projectId,
}: {
  opened: boolean;
  onClose: () => void;
  projectId: number;
}) {
  const { t } = useTranslation(["users", "layout"]);
  const client = useQueryClient();
  const config = useStore(session, (value) => value.config);
  const roles = useQuery({ ...rolesQuery(config?.project_id ?? 0), enabled: opened && config?.project_id !== null });
  const [email, setEmail] = useState("");
  const [roleId, setRoleId] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const role = roles.data?.find(({ id }) => String(id) === roleId);

  const close = () => {
    setEmail("");
    setErrors({});
    onClose();
  };

  const invite = useMutation({
    mutationFn: (input: { project_id: number; email: string; role_id: number }) => api.users.inviteUser(input),
    async onSuccess({ message }) {
      toastSuccess(message || t("layout:success"));
      close();
      await client.invalidateQueries({ queryKey: invitationsKey(projectId) });
    },
    onError(error) {
      const problem = problemOf(error);
      const about = { email: fieldMessage(problem, "email"), role_id: fieldMessage(problem, "role_id") };
      setErrors({
        ...(about.email === null ? {} : { email: about.email }),
        ...(about.role_id === null ? {} : { role_id: about.role_id }),
      });
      if (about.email === null && about.role_id === null && problem.status !== 403)
        toastError(problem.message ?? t("layout:error"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const missing: Errors = {
      ...(email.trim() === "" ? { email: t("emailEmpty") } : {}),
      ...(roleId === null ? { role_id: t("roleEmpty") } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0 || invite.isPending) return;
    invite.mutate({ project_id: projectId, email: email.trim(), role_id: Number(roleId) });
  };

  const project = config?.projects.find(({ id }) => id === projectId)?.name ?? "";
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t("inviteTitle", { project })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text c="dimmed">{t("inviteText")}</Text>
          <TextInput
            label={t("email")}
            type="email"
            name="email"
            required
            data-autofocus
            autoComplete="off"
            value={email}
            error={errors.email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setErrors({});
            }}
          />
          <Select
            label={t("role")}
            required
            value={roleId}
            error={errors.role_id}
            data={(roles.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
            description={role?.description}
            onChange={(value) => {
              setRoleId(value);
              setErrors({});
            }}
          />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t("send")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
