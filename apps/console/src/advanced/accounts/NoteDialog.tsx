import { ACCOUNT_NOTE_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Text, Textarea } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { accountsKey, type InstallationAccount } from "../queries.ts";

/** What superusers write down about an account. */
export function NoteDialog({ account, onClose }: { account: InstallationAccount; onClose: () => void }) {
  const { t } = useTranslation("advanced");
  const { note } = account;
  const form = useForm({ saved: { note: note?.text ?? "" } });
  const save = useAction(api.advanced.saveAccountNote, {
    changes: [accountsKey],
    failure: t("noteNotSaved"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("noteTitle", { name: account.name })}
      submit={t("save")}
      size={520}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate({ account_id: account.id, note: form.values.note.trim() })}
      onClose={onClose}
    >
      <Textarea
        label={t("note")}
        description={t("noteText")}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={ACCOUNT_NOTE_MAX}
        data-autofocus
        {...form.text("note")}
      />
      {note === null ? null : (
        <Text c="dimmed" size="sm">
          {t(note.changed_by === null ? "noteChanged" : "noteChangedBy", {
            name: note.changed_by ?? "",
            at: formatMoment(note.changed_at),
          })}
        </Text>
      )}
    </FormDialog>
  );
}
