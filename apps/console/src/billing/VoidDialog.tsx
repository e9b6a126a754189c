import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { invoicesKey, type Invoice } from "./queries.ts";

/** Voids an invoice by a credit note, which names the reason. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const form = useForm({
    saved: { reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const action = useAction(api.billing.voidInvoice, {
    changes: [invoicesKey],
    failure: t("invoiceNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      title={t("voidTitle", { number: invoice.number })}
      submit={t("voidInvoice")}
      form={form}
      saving={action.isPending}
      onSubmit={() => action.mutate({ invoice_id: invoice.id, reason: form.values.reason })}
      onClose={onClose}
    >
      <Text>{t("voidText")}</Text>
      <TextInput label={t("reason")} required maxLength={REASON_MAX} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
