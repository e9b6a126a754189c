import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";

interface ReasonDialogProps {
  title: string;
  text: string;
  submit: string;
  failure: string;
  changes: readonly QueryKey[];
  call: (reason: string) => Promise<{ message: string }>;
  onClose: () => void;
}

/** Asks for the reason of what is done to a person or an account; the audit log keeps it. */
export function ReasonDialog({ title, text, submit, failure, changes, call, onClose }: ReasonDialogProps) {
  const { t } = useTranslation("advanced");
  const form = useForm({
    saved: { reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const action = useAction(call, {
    changes,
    failure,
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      title={title}
      submit={submit}
      form={form}
      saving={action.isPending}
      onSubmit={() => action.mutate(form.values.reason.trim())}
      onClose={onClose}
    >
      <Text>{text}</Text>
      <TextInput label={t("reason")} required maxLength={REASON_MAX} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
