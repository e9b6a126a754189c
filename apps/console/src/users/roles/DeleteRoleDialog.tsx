import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { invitationsKey, rolesQuery, usersKey, type Role } from "../queries.ts";

/** Deletes a role; people who have it get another one. */
export function DeleteRoleDialog({
  projectId,
  role,
  onClose,
}: {
  projectId: number;
  role: Role | null;
  onClose: () => void;
}) {
  return role ? <OpenDialog projectId={projectId} role={role} onClose={onClose} /> : null;
}

function OpenDialog({ projectId, role, onClose }: { projectId: number; role: Role; onClose: () => void }) {
  const { t } = useTranslation("roles");
  const roles = useQuery(rolesQuery(projectId));
  const form = useForm<{ replacement_id: string | null }>({
    saved: { replacement_id: null },
    check: ({ replacement_id: id }): Record<string, string> =>
      id === null && role.people > 0 ? { replacement_id: t("replacementEmpty") } : {},
  });
  const remove = useAction(api.roles.deleteRole, {
    changes: [rolesQuery(projectId).queryKey, usersKey(projectId), invitationsKey(projectId)],
    failure: t("notDeleted"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { replacement_id: replacement } = form.values;
  return (
    <FormDialog
      danger
      title={t("deleteTitle", { title: role.title })}
      submit={t("delete")}
      form={form}
      saving={remove.isPending}
      onSubmit={() =>
        remove.mutate({
          project_id: projectId,
          role_id: role.id,
          replacement_id: replacement === null ? null : Number(replacement),
        })
      }
      onClose={onClose}
    >
      <Text>{role.people === 0 ? t("deleteText") : t("deleteTextPeople", { count: role.people })}</Text>
      <Select
        label={t("replacement")}
        required={role.people > 0}
        data={(roles.data ?? []).flatMap(({ id, title }) =>
          id === role.id ? [] : [{ value: String(id), label: title }],
        )}
        value={replacement}
        error={form.error("replacement_id")}
        onChange={(value) => form.edit({ replacement_id: value })}
      />
    </FormDialog>
  );
}
