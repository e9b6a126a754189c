import { DETAILS_MAX } from "@kinora/domain/accounts/details.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import type { SellerSettings } from "@kinora/domain/billing/parties.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { AddressFields } from "../shell/fields/AddressFields.tsx";
import type { TypedSeller } from "./seller-form.ts";

/** The company that sends invoices. */
export function CompanyFields({ form }: { form: Form<SellerSettings["seller"]> }) {
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
      <AddressFields
        form={form}
        labels={{ street: t("street"), postcode: t("postcode"), city: t("city"), country: t("country") }}
      />
    </>
  );
}

/** On which conditions it sends them. */
export function NumberFields({ form }: { form: Form<Pick<TypedSeller, "prefix" | "due_days">> }) {
  const { t } = useTranslation("billing");
  return (
    <>
      <TextInput label={t("prefix")} description={t("prefixText")} maxLength={12} {...form.text("prefix")} />
      <TextInput label={t("dueDays")} inputMode="numeric" {...form.text("due_days")} />
    </>
  );
}

/** How its invoices are paid. */
export function PaymentField({ form }: { form: Form<Pick<TypedSeller, "payment">> }) {
  const { t } = useTranslation("billing");
  return (
    <Textarea label={t("payment")} description={t("paymentText")} maxLength={500} rows={2} {...form.text("payment")} />
  );
}

/** In which currency it declares its VAT, and what other ones are worth. */
export function ExchangeFields({ form }: { form: Form<Pick<TypedSeller, "vat_currency" | "exchange_rates">> }) {
  const { t } = useTranslation("billing");
  const { readOnly, onChange, ...chosen } = form.text("vat_currency");
  return (
    <>
      <Select
        label={t("vatCurrency")}
        description={t("vatCurrencyText")}
        data={[{ value: "", label: t("vatCurrencyNone") }, ...CURRENCIES.map((value) => ({ value, label: value }))]}
        allowDeselect={false}
        disabled={readOnly}
        onChange={(value) => onChange({ currentTarget: { value: value ?? "" } })}
        {...chosen}
      />
      {chosen.value === "" ? null : (
        <Textarea
          label={t("exchangeRates")}
          description={t("exchangeRatesText", { currency: chosen.value })}
          rows={3}
          {...form.text("exchange_rates")}
        />
      )}
    </>
  );
}
