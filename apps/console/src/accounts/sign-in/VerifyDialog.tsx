import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { signInKey } from "./sign-in-queries.ts";

interface VerifyDialogProps {
  accountId: number;
  domain: string;
  opened: boolean;
  onClose: () => void;
}

/** Verifies a domain without its record, for superusers; the audit log keeps the reason. */
export function VerifyDialog({ accountId, domain, opened, onClose }: VerifyDialogProps) {
  const { t } = useTranslation("signIn");
  const form = useForm({
    saved: { reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const verify = useAction(
    (reason: string) => api.ownProvider.verifySignInDomain({ account_id: accountId, domain, reason }),
    {
      changes: [signInKey(accountId)],
      failure: t("notVerified"),
      onDone: onClose,
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return (
    <FormDialog
      opened={opened}
      title={t("verifyOf", { domain })}
      submit={t("verify")}
      form={form}
      saving={verify.isPending}
      onSubmit={() => verify.mutate(form.values.reason.trim())}
      onClose={onClose}
    >
      <Text>{t("verifyText")}</Text>
      <TextInput label={t("reason")} required maxLength={REASON_MAX} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
