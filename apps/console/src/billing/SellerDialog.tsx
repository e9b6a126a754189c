import { partsOf } from "@kinora/domain/billing/money.ts";
import { AUTOMATIC_DAY_MAX, AUTOMATIC_DAY_MIN } from "@kinora/domain/billing/parties.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, Text, Textarea, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { CompanyFields, ExchangeFields, NumberFields, PaymentField } from "./CompanyFields.tsx";
import { readRates, typedRates } from "./price-form.ts";
import { settingsKey, type BillingSettings } from "./queries.ts";
import { readSeller, sellerFields, typedSeller, useSellerCheck } from "./seller-form.ts";

const typedSettings = (settings: BillingSettings) => ({
  ...typedSeller(settings),
  vat_rates: typedRates(settings.vat_rates),
  automatic: settings.automatic_day !== null,
  automatic_day: String(settings.automatic_day ?? AUTOMATIC_DAY_MIN),
});

type Typed = ReturnType<typeof typedSettings>;

/** Who sends invoices, and the VAT rates. */
export function SellerDialog({ settings, onClose }: { settings: BillingSettings; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const checkSeller = useSellerCheck();
  const form = useForm<Typed>({
    saved: typedSettings(settings),
    version: settings.version,
    check: (values): Record<string, string> => ({
      ...checkSeller(values),
      ...(readRates(values.vat_rates) === null ? { vat_rates: t("vatRatesWrong") } : {}),
      ...(values.automatic && partsOf(values.automatic_day, 1) === undefined
        ? { automatic_day: t("numberWrong") }
        : {}),
    }),
  });
  const save = useAction(api.billing.saveBillingSettings, {
    changes: [settingsKey],
    failure: t("settingsNotSaved"),
    stored: { queryKey: settingsKey, show: onClose },
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(sellerFields(fields)),
  });
  const submit = () => {
    const { vat_rates: rates, automatic, automatic_day: day } = form.values;
    save.mutate({
      version: form.version,
      ...readSeller(form.values),
      vat_rates: readRates(rates) ?? {},
      automatic_day: automatic ? (partsOf(day, 1) ?? 0) : null,
    });
  };
  return (
    <FormDialog
      title={t("sellerSettings")}
      submit={t("save")}
      size={560}
      form={form}
      saving={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text className="muted">{t("sellerText")}</Text>
      <SellerFields form={form} />
    </FormDialog>
  );
}

function SellerFields({ form }: { form: Form<Typed> }) {
  const { t } = useTranslation("billing");
  return (
    <>
      <CompanyFields form={form} />
      <NumberFields form={form} />
      <Switch label={t("automatic")} description={t("automaticText")} {...form.flag("automatic")} />
      {form.values.automatic ? (
        <TextInput
          label={t("automaticDay")}
          description={t("automaticDayText", { from: AUTOMATIC_DAY_MIN, to: AUTOMATIC_DAY_MAX })}
          inputMode="numeric"
          {...form.text("automatic_day")}
        />
      ) : null}
      <PaymentField form={form} />
      <ExchangeFields form={form} />
      <Textarea label={t("vatRates")} description={t("vatRatesText")} rows={6} {...form.text("vat_rates")} />
    </>
  );
}
