import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { permissionDifference } from "@kinora/domain/people/roles.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Button, Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { Difference } from "../../users/roles/Difference.tsx";
import { GroupFields } from "../../users/roles/GroupFields.tsx";
import { roleTemplatesQuery, type RoleTemplate } from "./template-queries.ts";

interface TemplateFields {
  permissions: Permission[];
  reason: string;
}

const differs = (one: readonly string[], other: readonly string[]) => {
  const { gained, lost } = permissionDifference(one, other);
  return gained.length + lost.length > 0;
};

/** Changes what a built-in role allows in every account; says before whose permissions that changes. */
export function TemplateDialog({ role, onClose }: { role: RoleTemplate; onClose: () => void }) {
  const { t } = useTranslation(["permissions", "roles"]);
  const form = useForm<TemplateFields>({
    saved: { permissions: role.permissions, reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const save = useAction(
    ({ permissions, reason }: TemplateFields) =>
      api.advanced.changeRoleTemplate({ template: role.template, permissions, reason: reason.trim() }),
    {
      changes: [roleTemplatesQuery().queryKey],
      failure: t("notSaved"),
      config: true,
      onDone: onClose,
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  const { permissions } = form.values;
  const kept = role.kept_permissions.map((flag) => permissionNames[flag]).join(", ");
  return (
    <FormDialog
      size={640}
      title={t("editRole", { title: role.title })}
      submit={t("save")}
      form={form}
      saving={save.isPending}
      ready={differs(role.permissions, permissions)}
      aside={
        differs(permissions, role.default_permissions) ? (
          <Button variant="subtle" onClick={() => form.edit({ permissions: role.default_permissions })}>
            {t("defaults")}
          </Button>
        ) : null
      }
      onSubmit={() => save.mutate(form.values)}
      onClose={onClose}
    >
      <Text c="dimmed">{t("dialogText", { title: role.title })}</Text>
      <GroupFields
        permissions={permissions}
        kept={role.kept_permissions}
        onChange={(chosen) => form.edit({ permissions: chosen })}
      />
      {kept === "" ? null : <Text c="dimmed">{t("keeps", { permissions: kept })}</Text>}
      {form.error("permissions") === undefined ? null : (
        <Text c="red" role="alert">
          {form.error("permissions")}
        </Text>
      )}
      <Difference
        before={role.permissions}
        after={permissions}
        count={role.people}
        who={t("inAccounts", { count: role.accounts })}
      />
      <TextInput label={t("reason")} required maxLength={REASON_MAX} {...form.text("reason")} />
    </FormDialog>
  );
}
