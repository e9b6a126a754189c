import { DETAILS_MAX, plainVatNumber, VAT_NUMBER } from "@kinora/domain/accounts/details.ts";
import { EXCHANGE_RATE_MAX } from "@kinora/domain/billing/exchange.ts";
import { DUE_DAYS_MAX, INVOICE_PREFIX } from "@kinora/domain/billing/invoice-states.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import { AUTOMATIC_DAY_MAX, AUTOMATIC_DAY_MIN } from "@kinora/domain/billing/parties.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { email } from "../people/users.ts";
import { created, id, line, message, moment, readVersion, version } from "../shapes.ts";
import { currency, exchangeRate, party } from "./invoice-shapes.ts";

const codes = new Set(COUNTRIES.map(({ id }) => id));
const VAT = "Enter a VAT number such as DE123456789.";
const DAY = `Choose a day from ${AUTOMATIC_DAY_MIN} to ${AUTOMATIC_DAY_MAX}.`;
const currencies = new Set<string>(CURRENCIES);
const EXCHANGE = "Enter how much of the other currency one of the seller's own is.";
const RATE = "A rate is 0 to 50 %.";

/** What differs between the sellers of an installation. */
const seller = {
  seller: z.object({
    name: line("Name", DETAILS_MAX.company_name),
    email,
    vat_number: z
      .string()
      .max(40, VAT)
      .transform(plainVatNumber)
      .refine((text) => text === "" || VAT_NUMBER.test(text), VAT),
    street: line("Street", DETAILS_MAX.street),
    city: line("City", DETAILS_MAX.city),
    postcode: line("Postcode", DETAILS_MAX.postcode),
    country: z.string().refine((code) => codes.has(code), "Choose a country."),
  }),
  prefix: z.string().regex(INVOICE_PREFIX, "Write up to 12 capital letters, digits and dashes."),
  due_days: z.number("Enter a number of days.").int().min(0).max(DUE_DAYS_MAX, `Enter up to ${DUE_DAYS_MAX} days.`),
  payment: z.string().trim().max(500, "Write up to 500 characters."),
  /** In which the seller declares its VAT; invoices in other currencies state it in this one, too. */
  vat_currency: currency.nullable().default(null),
  /** What one unit of it is, by the other currency: millionths, with the day and who published them. */
  exchange_rates: z
    .record(
      z.string().refine((code) => currencies.has(code), "Choose a currency."),
      z.object({
        rate: z.number(EXCHANGE).int(EXCHANGE).min(1, EXCHANGE).max(EXCHANGE_RATE_MAX, EXCHANGE),
        day: z.iso.date("Enter a day as 2030-12-31."),
        source: line("Source", 100).refine((text) => text !== "", "Enter who published the rate."),
      }),
    )
    .default({}),
};

const settings = z.object({
  ...seller,
  /** Hundredths of a percent by country. */
  vat_rates: z.record(
    z.string().refine((code) => codes.has(code), "Choose a country."),
    z.number(RATE).int(RATE).min(0, RATE).max(5_000, RATE),
  ),
  /** Day of the month, UTC; null for by hand only. */
  automatic_day: z
    .number(DAY)
    .int(DAY)
    .min(AUTOMATIC_DAY_MIN, DAY)
    .max(AUTOMATIC_DAY_MAX, DAY)
    .nullable()
    .default(null),
});

const savedSeller = {
  seller: z.object(party),
  prefix: z.string(),
  due_days: z.number(),
  payment: z.string(),
  vat_currency: currency.nullable(),
  exchange_rates: z.record(z.string(), z.object(exchangeRate)),
};

const saved = z.object({
  ...savedSeller,
  vat_rates: z.record(z.string(), z.number()),
  automatic_day: z.number().nullable(),
  /** 0 while nothing was saved. */
  version,
});

export const getBillingSettings = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/billing",
    tags: ["Billing"],
    summary: "Who sends invoices, and the VAT rates.",
  })
  .input(z.object({}))
  .output(z.object({ data: saved }));

export const saveBillingSettings = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/billing",
    tags: ["Billing"],
    summary: "Changes who sends invoices, and the VAT rates.",
  })
  .input(settings.extend({ version: readVersion }))
  .output(message.extend({ data: saved }));

export const listSellers = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/sellers",
    tags: ["Billing"],
    summary: "Companies that send invoices beside that of the settings, up to 200.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          version,
          ...savedSeller,
          archived_at: moment.nullable(),
          /** Accounts whose newest terms name it. */
          accounts: z.number(),
        }),
      ),
    }),
  );

export const createSeller = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/sellers",
    tags: ["Billing"],
    successStatus: 201,
    summary: "Adds a company that sends invoices, with a series of numbers of its own.",
  })
  .input(z.object(seller))
  .output(message.extend({ data: created }));

export const changeSeller = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/sellers/{seller_id}",
    tags: ["Billing"],
    summary: "Changes a seller; issued invoices keep what they say.",
  })
  .input(z.object({ seller_id: id, version: readVersion, ...seller }))
  .output(message);

export const archiveSeller = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/sellers/{seller_id}/archive",
    tags: ["Billing"],
    summary: "Offers a seller no longer, or again; accounts whose terms name it keep it.",
  })
  .input(z.object({ seller_id: id, archived: z.boolean() }))
  .output(message);
