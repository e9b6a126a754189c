import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { KeysField } from "../leaving/KeysField.tsx";
import type { MadeKey } from "../leaving/leaving-queries.ts";
import { heirsQuery, usersKey, type ProjectUser } from "../queries.ts";

interface RoleKeysDialogProps {
  projectId: number;
  user: ProjectUser;
  roleId: number;
  /** Those the person may not have with the role. */
  keys: readonly MadeKey[];
  onClose: () => void;
}

/** Asks what becomes of a person's API keys before they get a role that may not have them. */
export function RoleKeysDialog({ projectId, user, roleId, keys, onClose }: RoleKeysDialogProps) {
  const { t } = useTranslation("users");
  const form = useForm<{ keys_to: string | null }>({ saved: { keys_to: null } });
  const change = useAction(api.users.setRole, {
    changes: [usersKey(projectId)],
    success: t("roleChanged"),
    failure: t("roleNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const people = useQuery(heirsQuery(projectId)).data?.data ?? [];
  const { keys_to: heir } = form.values;
  return (
    <FormDialog
      danger
      title={t("roleKeysTitle", { name: personName(user) })}
      submit={t("bulk_role")}
      form={form}
      saving={change.isPending}
      onSubmit={() =>
        change.mutate({
          ...{ project_id: projectId, user_id: user.id, role_id: roleId },
          ...(heir === null ? {} : { keys_to: Number(heir) }),
        })
      }
      onClose={onClose}
    >
      <KeysField
        keys={keys}
        heirs={people.filter(({ id }) => id !== user.id)}
        value={heir}
        error={form.error("keys_to")}
        onChange={(value) => form.edit({ keys_to: value })}
      />
    </FormDialog>
  );
}
