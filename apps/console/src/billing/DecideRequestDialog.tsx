import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { pricingKey } from "./queries.ts";
import { today } from "./today.ts";

interface DecideRequestDialogProps {
  accountId: number;
  plan: string;
  accepts: boolean;
  onClose: () => void;
}

/** A superuser accepts or declines the plan that an account's owner requested. */
export function DecideRequestDialog({ accountId, plan, accepts, onClose }: DecideRequestDialogProps) {
  const { t } = useTranslation("billing");
  const form = useForm({
    saved: { effective_from: today(), answer: "" },
    check: ({ effective_from: day }): Record<string, string> =>
      accepts && day === "" ? { effective_from: t("dayEmpty") } : {},
  });
  const decide = useAction(api.billing.decidePlanRequest, {
    changes: [pricingKey(accountId)],
    failure: t("requestNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t(accepts ? "acceptRequestTitle" : "declineRequestTitle", { plan })}
      submit={t(accepts ? "acceptRequest" : "declineRequest")}
      form={form}
      saving={decide.isPending}
      onSubmit={() => {
        const { effective_from: day, answer } = form.values;
        decide.mutate({
          account_id: accountId,
          accepted: accepts,
          answer,
          ...(accepts ? { effective_from: day } : {}),
        });
      }}
      onClose={onClose}
    >
      {accepts ? (
        <>
          <Text>{t("acceptRequestText")}</Text>
          <TextInput label={t("acceptFrom")} type="date" required {...form.text("effective_from")} />
        </>
      ) : null}
      <TextInput
        label={t("requestAnswer")}
        description={t("requestAnswerText")}
        maxLength={REASON_MAX}
        data-autofocus
        {...form.text("answer")}
      />
    </FormDialog>
  );
}
