import { knownPermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import { ROLE_DESCRIPTION_MAX, ROLE_TITLE_MAX } from "@kinora/domain/people/roles.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { rolesQuery, type Role } from "../queries.ts";
import { GroupFields } from "./GroupFields.tsx";
import { RoleDifference } from "./RoleDifference.tsx";

/** The role that is edited, or a new one with what it begins with. */
export type RoleEdit = { role: Role } | { role: null; from: Role | null };

interface RoleFields {
  title: string;
  description: string;
  permissions: Permission[];
}

/** Creates a role, also as a copy of another one, or changes one. */
export function RoleDialog({
  projectId,
  edit,
  onClose,
}: {
  projectId: number;
  edit: RoleEdit | null;
  onClose: () => void;
}) {
  return edit ? <OpenDialog projectId={projectId} edit={edit} onClose={onClose} /> : null;
}

function OpenDialog({ projectId, edit, onClose }: { projectId: number; edit: RoleEdit; onClose: () => void }) {
  const { t } = useTranslation("roles");
  const [saved] = useState((): RoleFields => {
    const from = edit.role ?? edit.from;
    const title = edit.role ? edit.role.title : from ? t("copyOf", { title: from.title }).slice(0, ROLE_TITLE_MAX) : "";
    return { title, description: from?.description ?? "", permissions: knownPermissions(from?.permissions ?? []) };
  });
  const form = useForm<RoleFields>({
    saved,
    version: edit.role?.version,
    check: ({ title }): Record<string, string> => (title.trim() === "" ? { title: t("titleEmpty") } : {}),
  });
  const options = {
    changes: [rolesQuery(projectId).queryKey],
    failure: t("notSaved"),
    config: true,
    onDone: onClose,
    onProblem: ({ fields }: { fields: Record<string, string[]> }) => form.refuse(fields),
  };
  const create = useAction(api.roles.createRole, options);
  const update = useAction(api.roles.updateRole, {
    ...options,
    stored: { queryKey: rolesQuery(projectId).queryKey, show: onClose },
  });
  const submit = () => {
    const settings = { project_id: projectId, ...form.values };
    if (edit.role) update.mutate({ ...settings, role_id: edit.role.id, version: form.version });
    else create.mutate(settings);
  };
  return (
    <FormDialog
      size={640}
      title={edit.role ? t("editTitle", { title: edit.role.title }) : t("createTitle")}
      submit={t("save")}
      form={form}
      saving={create.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">{t("shared")}</Text>
      <TextInput label={t("title")} required maxLength={ROLE_TITLE_MAX} data-autofocus {...form.text("title")} />
      <TextInput label={t("description")} maxLength={ROLE_DESCRIPTION_MAX} {...form.text("description")} />
      <GroupFields permissions={form.values.permissions} onChange={(permissions) => form.edit({ permissions })} />
      {edit.role ? (
        <RoleDifference projectId={projectId} role={edit.role} permissions={form.values.permissions} />
      ) : null}
    </FormDialog>
  );
}
