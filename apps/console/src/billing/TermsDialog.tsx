import { formatMoney, type Currency, minorOf, partsOf } from "@kinora/domain/billing/money.ts";
import { dayAfter, dayIn } from "@kinora/domain/billing/months.ts";
import { NO_SPECIAL_TERMS, type SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import { Button, Switch, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { reasonOf } from "../platform/problem.ts";
import { useAction } from "../platform/use-action.ts";
import { MeterPricesEditor } from "./MeterPricesEditor.tsx";
import { readPrices, typedAmount, typedPrices, type TypedPrices } from "./price-form.ts";
import { plansKey, pricingKey, type AccountPricing, type Plan, type Seller } from "./queries.ts";
import { useSettingsSeller } from "./seller-filter.ts";

interface Typed {
  effective_from: string;
  /** Empty for no plan. */
  plan_id: string;
  price: string;
  discount: string;
  discount_until: string;
  own: boolean;
  meters: TypedPrices;
  /** Empty for that of the invoice settings. */
  seller_id: string;
  time_zone: string;
  note: string;
}

interface TermsDialogProps {
  pricing: AccountPricing;
  plans: readonly Plan[];
  sellers: readonly Seller[];
  onClose: () => void;
}

/** Agrees on a plan and special terms with an account from a day on, after a look at last month. */
export function TermsDialog({ pricing, plans, sellers, onClose }: TermsDialogProps) {
  const { t } = useTranslation("billing");
  const { account } = pricing;
  const words = { numberWrong: t("numberWrong"), rateWrong: t("rateWrong") };
  const offered = plans.filter(({ archived_at: at }) => at === null);
  const currencyOf = (planId: string): Currency => offered.find(({ id }) => String(id) === planId)?.currency ?? "EUR";
  const form = useForm<Typed>({
    saved: typedTerms(pricing, offered),
    serverNames: { special: "meters" },
    check: (values) => ({
      ...(values.effective_from === "" ? { effective_from: t("dayEmpty") } : {}),
      ...(values.price !== "" && (minorOf(values.price, currencyOf(values.plan_id)) ?? -1) < 0
        ? { price: t("priceWrong") }
        : {}),
      ...(isDiscount(values.discount) ? {} : { discount: t("discountWrong") }),
      ...(values.own ? readPrices(values.meters, words).errors : {}),
    }),
  });
  const { values } = form;
  const currency = currencyOf(values.plan_id);
  const specialOf = ({ price, discount, discount_until: until, own, meters }: Typed): SpecialTerms => ({
    price: price === "" ? null : (minorOf(price, currency) ?? null),
    meters: own ? readPrices(meters, words).prices : {},
    discount: partsOf(discount, 100) ?? 0,
    discount_until: until === "" ? null : until,
  });
  const save = useAction(api.billing.saveAccountPricing, {
    changes: [pricingKey(account.id), plansKey],
    failure: t("pricingNotSaved"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("changePricing")}
      submit={t("save")}
      size={560}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate({ account_id: account.id, special: specialOf(values), ...chosen(values) })}
      onClose={onClose}
    >
      <TermsFields
        form={form}
        pricing={pricing}
        sellers={sellers}
        offered={offered}
        currency={currency}
        specialOf={specialOf}
      />
    </FormDialog>
  );
}

interface TermsFieldsProps {
  form: Form<Typed>;
  pricing: AccountPricing;
  sellers: readonly Seller[];
  offered: readonly Plan[];
  currency: Currency;
  specialOf: (typed: Typed) => SpecialTerms;
}

function TermsFields({ form, pricing, sellers, offered, currency, specialOf }: TermsFieldsProps) {
  const { t } = useTranslation("billing");
  const { values } = form;
  const { account, invoiced_to: invoicedTo } = pricing;
  return (
    <>
      <Select
        label={t("plan")}
        {...form.choice("plan_id", [
          { value: "", label: t("noPlanChoice") },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ])}
      />
      <TextInput
        label={t("effectiveFrom")}
        description={invoicedTo === null ? undefined : t("effectiveText", { day: formatDate(invoicedTo) })}
        type="date"
        required
        {...form.text("effective_from")}
      />
      {values.plan_id === "" ? null : (
        <>
          <TextInput
            label={t("specialPrice")}
            description={t("specialPriceText")}
            {...inUnit(currency)}
            {...form.text("price")}
          />
          <TextInput label={t("discount")} {...inUnit("%")} {...form.text("discount")} />
          <TextInput
            label={t("discountUntil")}
            description={t("discountUntilText")}
            type="date"
            {...form.text("discount_until")}
          />
          <Switch label={t("ownPrices")} description={t("ownPricesText")} {...form.flag("own")} />
          {values.own ? (
            <MeterPricesEditor
              prices={values.meters}
              currency={currency}
              errorAt={form.errorAt}
              onChange={(meters) => form.edit({ meters })}
            />
          ) : null}
          <SellerChoice form={form} sellers={sellers} held={heldTerms(pricing)?.seller_id ?? null} />
          <Preview
            accountId={account.id}
            planId={Number(values.plan_id)}
            before={pricing.months[0]?.charges ?? null}
            special={() => (form.check() ? specialOf(values) : null)}
          />
        </>
      )}
      <TextInput label={t("timeZone")} description={t("timeZoneText")} {...form.text("time_zone")} />
      <TextInput label={t("note")} maxLength={REASON_MAX} {...form.text("note")} />
    </>
  );
}

const idOf = (choice: string) => (choice === "" ? null : Number(choice));

/** What is agreed besides special terms. */
const chosen = ({ effective_from, plan_id: planId, seller_id: sellerId, note, time_zone }: Typed) => ({
  ...{ effective_from, plan_id: idOf(planId), seller_id: idOf(sellerId), note, time_zone },
});

interface SellerChoiceProps {
  form: Form<Typed>;
  sellers: readonly Seller[];
  /** The seller that was agreed, which stays when it is archived. */
  held: number | null;
}

/** Who sends the invoices; only where there are several. */
function SellerChoice({ form, sellers, held }: SellerChoiceProps) {
  const { t } = useTranslation("billing");
  const ofSettings = useSettingsSeller();
  const offered = sellers.filter(({ id, archived_at: at }) => at === null || id === held);
  if (offered.length === 0) return null;
  return (
    <Select
      label={t("sellerChoice")}
      description={t("sellerChoiceText")}
      {...form.choice("seller_id", [
        { value: "", label: ofSettings },
        ...offered.map(({ id, seller }) => ({ value: String(id), label: seller.name })),
      ])}
    />
  );
}

const heldTerms = ({ terms, current_id: current }: AccountPricing) => terms.find(({ id }) => id === current);

const isDiscount = (typed: string): boolean => {
  const value = partsOf(typed, 100);
  return value !== undefined && value >= 0 && value <= 10_000;
};

function typedTerms(pricing: AccountPricing, offered: readonly Plan[]): Typed {
  const { invoiced_to: invoicedTo, time_zone: zone } = pricing;
  const held = heldTerms(pricing);
  const special = held?.special ?? NO_SPECIAL_TERMS;
  const today = dayIn(zone, new Date());
  const isOffered = offered.some(({ id }) => id === held?.plan_id);
  return {
    effective_from: invoicedTo !== null && invoicedTo >= today ? dayAfter(invoicedTo, 1) : today,
    plan_id: isOffered ? String(held?.plan_id) : String(offered[0]?.id ?? ""),
    price: special.price === null || !held?.plan ? "" : typedAmount(special.price, held.plan.currency),
    discount: String(special.discount / 100),
    discount_until: special.discount_until ?? "",
    own: Object.keys(special.meters).length > 0,
    meters: typedPrices(special.meters),
    seller_id: String(held?.seller_id ?? ""),
    time_zone: zone,
    note: "",
  };
}

interface PreviewProps {
  accountId: number;
  planId: number;
  /** What last month cost as it was agreed. */
  before: { subtotal: number; currency: Currency } | null;
  /** The terms as they are typed, or null while they cannot be used. */
  special: () => SpecialTerms | null;
}

function Preview({ accountId, planId, before, special }: PreviewProps) {
  const { t } = useTranslation("billing");
  const preview = useMutation({
    mutationFn: (terms: SpecialTerms) =>
      api.billing.previewAccountPricing({ account_id: accountId, plan_id: planId, special: terms }),
  });
  const found = preview.data?.data;
  return (
    <div>
      <Button
        variant="default"
        loading={preview.isPending}
        onClick={() => {
          const terms = special();
          if (terms) preview.mutate(terms);
        }}
      >
        {t("preview")}
      </Button>
      <Text role="status" mt="xs">
        {preview.isError ? reasonOf(preview.error) : null}
        {found && before
          ? t("previewResult", {
              now: formatMoney(found.subtotal, found.currency),
              before: formatMoney(before.subtotal, before.currency),
            })
          : null}
        {found && !before ? t("previewAlone", { now: formatMoney(found.subtotal, found.currency) }) : null}
      </Text>
    </div>
  );
}
