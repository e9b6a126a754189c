import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { usersKey, type ProjectUser } from "../queries.ts";

interface PersonDialogProps {
  projectId: number;
  user: ProjectUser | null;
  onClose: () => void;
}

/** Blocks a person with a reason, which those who manage users read. */
export function BlockDialog({ projectId, user, onClose }: PersonDialogProps) {
  return user ? <OpenDialog projectId={projectId} user={user} onClose={onClose} /> : null;
}

function OpenDialog({ projectId, user, onClose }: PersonDialogProps & { user: ProjectUser }) {
  const { t } = useTranslation("users");
  const form = useForm({
    saved: { reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const block = useAction(api.users.blockUser, {
    changes: [usersKey(projectId)],
    failure: t("notBlocked"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const name = personName(user);
  return (
    <FormDialog
      danger
      title={t("blockTitle", { name })}
      submit={t("block")}
      form={form}
      saving={block.isPending}
      onSubmit={() => block.mutate({ project_id: projectId, user_id: user.id, reason: form.values.reason.trim() })}
      onClose={onClose}
    >
      <Text>{t("blockText", { name })}</Text>
      <TextInput label={t("reason")} required maxLength={200} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
