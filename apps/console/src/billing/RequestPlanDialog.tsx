import { formatMoney } from "@kinora/domain/billing/money.ts";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { accountPlanKey, type AccountPlan } from "./queries.ts";

interface RequestPlanDialogProps {
  accountId: number;
  plans: AccountPlan["requestable"];
  onClose: () => void;
}

/** An owner asks the operator for one of the plans that can be requested. */
export function RequestPlanDialog({ accountId, plans, onClose }: RequestPlanDialogProps) {
  const { t } = useTranslation("billing");
  const form = useForm({
    saved: { plan_id: plans.length === 1 ? String(plans[0]?.id) : "", note: "" },
    check: ({ plan_id: plan }): Record<string, string> => (plan === "" ? { plan_id: t("choosePlan") } : {}),
  });
  const request = useAction(api.billing.requestPlan, {
    changes: [accountPlanKey(accountId)],
    failure: t("requestNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("requestPlan")}
      submit={t("requestPlan")}
      form={form}
      saving={request.isPending}
      onSubmit={() =>
        request.mutate({ account_id: accountId, plan_id: Number(form.values.plan_id), note: form.values.note })
      }
      onClose={onClose}
    >
      <Text>{t("requestPlanText")}</Text>
      <Select
        label={t("plan")}
        required
        {...form.choice(
          "plan_id",
          plans.map(({ id, name, price, currency }) => ({
            value: String(id),
            label: t("planChoice", { plan: name, price: formatMoney(price, currency) }),
          })),
        )}
      />
      <TextInput label={t("requestNote")} maxLength={REASON_MAX} {...form.text("note")} />
    </FormDialog>
  );
}
