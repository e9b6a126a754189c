import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { minorOf } from "@kinora/domain/billing/money.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { typedAmount } from "./price-form.ts";
import { invoicesKey, type Invoice } from "./queries.ts";
import { today } from "./today.ts";

/** Records what was paid of an invoice: what is open, unless something else is typed. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const { currency } = invoice;
  const form = useForm({
    saved: {
      amount: typedAmount(openAmount(invoice), currency),
      paid_on: today(),
      reference: "",
    },
    check: ({ amount, paid_on: day, reference }): Record<string, string> => ({
      ...(minorOf(amount, currency) ? {} : { amount: t("amountWrong") }),
      ...(day === "" ? { paid_on: t("dayEmpty") } : {}),
      ...(reference.trim() === "" ? { reference: t("referenceEmpty") } : {}),
    }),
  });
  const record = useAction(api.billing.recordInvoicePayment, {
    changes: [invoicesKey],
    failure: t("invoiceNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("recordPayment")}
      submit={t("recordPayment")}
      form={form}
      saving={record.isPending}
      onSubmit={() => {
        const { amount, paid_on, reference } = form.values;
        record.mutate({ invoice_id: invoice.id, amount: minorOf(amount, currency) ?? 0, paid_on, reference });
      }}
      onClose={onClose}
    >
      <TextInput
        label={t("paymentAmount")}
        description={t("paymentAmountText")}
        required
        data-autofocus
        {...inUnit(currency)}
        {...form.text("amount")}
      />
      <TextInput label={t("paymentDay")} type="date" required {...form.text("paid_on")} />
      <TextInput
        label={t("reference")}
        description={t("referenceText")}
        required
        maxLength={100}
        {...form.text("reference")}
      />
    </FormDialog>
  );
}
