import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { KeysField } from "../leaving/KeysField.tsx";
import { heirsQuery, userKeysQuery, usersKey, type ProjectUser } from "../queries.ts";

interface PersonDialogProps {
  projectId: number;
  user: ProjectUser | null;
  onClose: () => void;
}

/** Blocks a person with a reason, which those who manage users read; the API keys they made can be given to another person. */
export function BlockDialog({ projectId, user, onClose }: PersonDialogProps) {
  return user ? <OpenDialog projectId={projectId} user={user} onClose={onClose} /> : null;
}

function OpenDialog({ projectId, user, onClose }: PersonDialogProps & { user: ProjectUser }) {
  const { t } = useTranslation("users");
  const form = useForm<{ reason: string; keys_to: string | null }>({
    saved: { reason: "", keys_to: null },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const block = useAction(api.users.blockUser, {
    changes: [usersKey(projectId)],
    failure: t("notBlocked"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const name = personName(user);
  const keys = useQuery(userKeysQuery(projectId, user.id));
  const people = useQuery({ ...heirsQuery(projectId), enabled: (keys.data ?? []).length > 0 }).data?.data ?? [];
  const { reason, keys_to: keysHeir } = form.values;
  return (
    <FormDialog
      danger
      title={t("blockTitle", { name })}
      submit={t("block")}
      form={form}
      ready={keys.isSuccess}
      saving={block.isPending}
      onSubmit={() =>
        block.mutate({
          ...{ project_id: projectId, user_id: user.id, reason: reason.trim() },
          ...(keysHeir === null ? {} : { keys_to: Number(keysHeir) }),
        })
      }
      onClose={onClose}
    >
      <Text>{t("blockText", { name })}</Text>
      <TextInput label={t("reason")} required maxLength={200} data-autofocus {...form.text("reason")} />
      <KeysField
        keys={keys.data ?? []}
        heirs={people.filter(({ id }) => id !== user.id)}
        value={keysHeir}
        error={form.error("keys_to")}
        onChange={(value) => form.edit({ keys_to: value })}
      />
    </FormDialog>
  );
}
