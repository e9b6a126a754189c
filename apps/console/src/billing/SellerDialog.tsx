import { DETAILS_MAX } from "@kinora/domain/accounts/details.ts";
import { partsOf } from "@kinora/domain/billing/money.ts";
import { AUTOMATIC_DAY_MAX, AUTOMATIC_DAY_MIN } from "@kinora/domain/billing/parties.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Select, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { useAction } from "../platform/use-action.ts";
import { readRates, typedRates } from "./price-form.ts";
import { settingsKey, type BillingSettings } from "./queries.ts";

const REQUIRED = ["name", "email", "street", "city", "postcode", "country"] as const;

const typedSettings = ({
  seller,
  prefix,
  due_days: days,
  payment,
  vat_rates: rates,
  automatic_day: day,
}: BillingSettings) => ({
  ...seller,
  prefix,
  due_days: String(days),
  payment,
  vat_rates: typedRates(rates),
  automatic: day !== null,
  automatic_day: String(day ?? AUTOMATIC_DAY_MIN),
});

type Typed = ReturnType<typeof typedSettings>;

/** Who sends invoices, and the VAT rates. */
export function SellerDialog({ settings, onClose }: { settings: BillingSettings; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const form = useForm<Typed>({
    saved: typedSettings(settings),
    check: (values): Record<string, string> => ({
      ...Object.fromEntries(
        REQUIRED.filter((name) => values[name].trim() === "").map((name) => [name, t(`${name}Empty`)]),
      ),
      ...(partsOf(values.due_days, 1) === undefined ? { due_days: t("numberWrong") } : {}),
      ...(readRates(values.vat_rates) === null ? { vat_rates: t("vatRatesWrong") } : {}),
      ...(values.automatic && partsOf(values.automatic_day, 1) === undefined
        ? { automatic_day: t("numberWrong") }
        : {}),
    }),
  });
  const save = useAction(api.billing.saveBillingSettings, {
    changes: [settingsKey],
    failure: t("settingsNotSaved"),
    onDone: onClose,
    // The server names the seller's fields below `seller`.
    onProblem: ({ fields }) =>
      form.refuse(
        Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^seller\./, ""), words])),
      ),
  });
  const submit = () => {
    const { prefix, due_days: days, payment, vat_rates: rates, automatic, automatic_day: day, ...seller } = form.values;
    save.mutate({
      seller,
      prefix,
      due_days: partsOf(days, 1) ?? 0,
      payment,
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
      <TextInput
        label={t("sellerName")}
        required
        maxLength={DETAILS_MAX.company_name}
        data-autofocus
        {...form.text("name")}
      />
      <TextInput label={t("email")} required type="email" {...form.text("email")} />
      <TextInput label={t("vatNumber")} description={t("vatNumberText")} maxLength={40} {...form.text("vat_number")} />
      <TextInput label={t("street")} required maxLength={DETAILS_MAX.street} {...form.text("street")} />
      <TextInput label={t("postcode")} required maxLength={DETAILS_MAX.postcode} {...form.text("postcode")} />
      <TextInput label={t("city")} required maxLength={DETAILS_MAX.city} {...form.text("city")} />
      <Select
        label={t("country")}
        required
        searchable
        {...form.choice(
          "country",
          COUNTRIES.map(({ id, name }) => ({ value: id, label: name })),
        )}
      />
      <TextInput label={t("prefix")} description={t("prefixText")} maxLength={12} {...form.text("prefix")} />
      <TextInput label={t("dueDays")} inputMode="numeric" {...form.text("due_days")} />
      <Switch label={t("automatic")} description={t("automaticText")} {...form.flag("automatic")} />
      {form.values.automatic ? (
        <TextInput
          label={t("automaticDay")}
          description={t("automaticDayText", { from: AUTOMATIC_DAY_MIN, to: AUTOMATIC_DAY_MAX })}
          inputMode="numeric"
          {...form.text("automatic_day")}
        />
      ) : null}
      <Textarea
        label={t("payment")}
        description={t("paymentText")}
        maxLength={500}
        rows={2}
        {...form.text("payment")}
      />
      <Textarea label={t("vatRates")} description={t("vatRatesText")} rows={6} {...form.text("vat_rates")} />
    </>
  );
}
