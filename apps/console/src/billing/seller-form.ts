import { CURRENCIES, partsOf } from "@kinora/domain/billing/money.ts";
import { NO_SELLER, type SellerSettings } from "@kinora/domain/billing/parties.ts";
import { useTranslation } from "../platform/i18n.ts";
import { readExchange, typedExchange } from "./price-form.ts";

const REQUIRED = ["name", "email", "street", "city", "postcode", "country"] as const;

/** A seller as it is typed: its company's fields beside its conditions. */
export type TypedSeller = SellerSettings["seller"] & {
  prefix: string;
  due_days: string;
  payment: string;
  /** Empty for none. */
  vat_currency: string;
  exchange_rates: string;
};

export const typedSeller = (settings: SellerSettings = NO_SELLER): TypedSeller => ({
  ...settings.seller,
  prefix: settings.prefix,
  due_days: String(settings.due_days),
  payment: settings.payment,
  vat_currency: settings.vat_currency ?? "",
  exchange_rates: typedExchange(settings.exchange_rates),
});

export const readSeller = ({
  prefix,
  due_days: days,
  payment,
  vat_currency: own,
  exchange_rates: rates,
  ...seller
}: TypedSeller): SellerSettings => ({
  seller: {
    name: seller.name,
    email: seller.email,
    vat_number: seller.vat_number,
    street: seller.street,
    city: seller.city,
    postcode: seller.postcode,
    country: seller.country,
  },
  prefix,
  due_days: partsOf(days, 1) ?? 0,
  payment,
  vat_currency: CURRENCIES.find((currency) => currency === own) ?? null,
  exchange_rates: readExchange(rates) ?? {},
});

/** What is missing of a seller, or mistyped. */
export function useSellerCheck(): (typed: TypedSeller) => Record<string, string> {
  const { t } = useTranslation("billing");
  return (typed) => ({
    ...Object.fromEntries(
      REQUIRED.filter((name) => typed[name].trim() === "").map((name) => [name, t(`${name}Empty`)]),
    ),
    ...(partsOf(typed.due_days, 1) === undefined ? { due_days: t("numberWrong") } : {}),
    ...(readExchange(typed.exchange_rates) === null ? { exchange_rates: t("exchangeWrong") } : {}),
  });
}

/** The server's messages at the fields of the form: it names the company's below `seller`. */
export const sellerFields = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^seller\./, ""), words]));
