import { WITHOUT_E_INVOICE } from "@kinora/domain/billing/e-invoice.ts";
import { CURRENCIES, minorOf } from "@kinora/domain/billing/money.ts";
import { NO_LIMITS, PLAN_NAME_MAX, type PlanVersion } from "@kinora/domain/billing/plans.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Box, Stack, Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { MeterPricesEditor } from "./MeterPricesEditor.tsx";
import {
  limitNames,
  limitUnit,
  readLimits,
  readPrices,
  typedAmount,
  typedLimits,
  typedPrices,
  type TypedLimits,
} from "./price-form.ts";
import { plansKey, type Plan } from "./queries.ts";

const EMPTY = { code: "", name: "", currency: "EUR" as const, price: 0, meters: {}, limits: NO_LIMITS };

const typedPlan = (plan: PlanVersion & { code: string }) => ({
  code: plan.code,
  name: plan.name,
  currency: plan.currency,
  price: plan.code === "" ? "" : typedAmount(plan.price, plan.currency),
  meters: typedPrices(plan.meters),
  limits: typedLimits(plan.limits),
});

type Typed = ReturnType<typeof typedPlan>;

/** Creates a plan, or changes one by a new version. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const words = { numberWrong: t("numberWrong"), rateWrong: t("rateWrong") };
  const form = useForm<Typed>({
    saved: typedPlan(plan ?? EMPTY),
    version: plan?.version,
    check: ({ name, price, currency, meters, limits }): Record<string, string> => ({
      ...(name.trim() === "" ? { name: t("nameEmpty") } : {}),
      ...(price.trim() === ""
        ? { price: t("priceEmpty") }
        : (minorOf(price, currency) ?? -1) < 0
          ? { price: t("priceWrong") }
          : {}),
      ...readPrices(meters, words).errors,
      ...readLimits(limits, words).errors,
    }),
  });
  const options = {
    changes: [plansKey],
    failure: t("planNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }: { fields: Record<string, string[]> }) => form.refuse(fields),
  };
  const create = useAction(api.billing.createPlan, options);
  const change = useAction(api.billing.changePlan, { ...options, stored: { queryKey: plansKey, show: onClose } });
  const save = () => {
    const { code, name, currency, price, meters, limits } = form.values;
    const terms = {
      name,
      currency,
      price: minorOf(price, currency) ?? 0,
      meters: readPrices(meters, words).prices,
      limits: readLimits(limits, words).limits,
    };
    if (plan) change.mutate({ plan_id: plan.id, version: form.version, ...terms });
    else create.mutate({ code, ...terms });
  };
  return (
    <FormDialog
      title={plan ? t("editPlan", { name: plan.name }) : t("newPlan")}
      submit={plan ? t("save") : t("createPlan")}
      size={560}
      form={form}
      saving={create.isPending || change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {plan ? <Text className="muted">{t("newVersionText", { version: plan.version + 1 })}</Text> : null}
      <PlanFields form={form} isNew={plan === null} />
    </FormDialog>
  );
}

function PlanFields({ form, isNew }: { form: Form<Typed>; isNew: boolean }) {
  const { t } = useTranslation("billing");
  return (
    <>
      <TextInput label={t("name")} required maxLength={PLAN_NAME_MAX} data-autofocus {...form.text("name")} />
      {isNew ? <TextInput label={t("code")} description={t("codeText")} required {...form.text("code")} /> : null}
      <Select
        label={t("currency")}
        description={WITHOUT_E_INVOICE.includes(form.values.currency) ? t("withoutXml") : undefined}
        {...form.choice(
          "currency",
          CURRENCIES.map((value) => ({ value, label: value })),
        )}
      />
      <TextInput label={t("price")} required {...inUnit(form.values.currency)} {...form.text("price")} />
      <Box component="h3" fz="lg" fw={600} my="xs">
        {t("usagePrices")}
      </Box>
      <Text size="sm" className="muted">
        {t("usagePricesText")}
      </Text>
      <MeterPricesEditor
        prices={form.values.meters}
        currency={form.values.currency}
        errorAt={form.errorAt}
        onChange={(meters) => form.edit({ meters })}
      />
      <LimitFields limits={form.values.limits} errorAt={form.errorAt} onChange={(limits) => form.edit({ limits })} />
    </>
  );
}

interface LimitFieldsProps {
  limits: TypedLimits;
  errorAt: (place: string) => string | undefined;
  onChange: (limits: TypedLimits) => void;
}

function LimitFields({ limits, errorAt, onChange }: LimitFieldsProps) {
  const { t } = useTranslation("billing");
  return (
    <Stack gap="sm">
      <Box component="h3" fz="lg" fw={600} my="xs">
        {t("limits")}
      </Box>
      <Text size="sm" className="muted">
        {t("limitsText")}
      </Text>
      {limitNames.map((name) => (
        <TextInput
          key={name}
          label={t(`limit_${name}`)}
          value={limits[name]}
          error={errorAt(`limits.${name}`)}
          {...(limitUnit(name) === "" ? {} : inUnit(limitUnit(name).trim()))}
          onChange={(event) => onChange({ ...limits, [name]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
