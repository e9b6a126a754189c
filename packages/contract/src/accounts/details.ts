import { DETAILS_MAX, plainVatNumber, VAT_NUMBER } from "@kinora/domain/accounts/details.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { email } from "../people/users.ts";
import { id, line, message } from "../shapes.ts";

const codes = new Set(COUNTRIES.map(({ id: code }) => code));
const optional = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} can have up to ${max} characters.`)
    .regex(/^[^\p{Cc}]*$/u, `${label} cannot contain control characters.`);

const shape = {
  name: line("Name", DETAILS_MAX.name),
  /** Empty where the account is a person's own. */
  company_name: optional("Company name", DETAILS_MAX.company_name),
  billing_email: email,
  /** Without spaces; empty for none. */
  vat_number: z
    .string()
    .max(40, "Enter a VAT number such as DE123456789.")
    .transform(plainVatNumber)
    .refine((text) => text === "" || VAT_NUMBER.test(text), "Enter a VAT number such as DE123456789."),
  street: line("Street", DETAILS_MAX.street),
  city: line("City", DETAILS_MAX.city),
  postcode: line("Postcode", DETAILS_MAX.postcode),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string({ error: ({ input }) => (input === undefined || input === null ? "Country can not be empty." : undefined) })
    .min(1, "Country can not be empty.")
    .refine((code) => code === "" || codes.has(code), "Choose a country."),
  /** What the account's own bookkeeping wants to find on invoices; empty for nothing. */
  po_number: optional("PO number", DETAILS_MAX.po_number),
};

/** What an account is called, and who its invoices are for; empty texts while nothing was saved. */
const details = z.object({
  name: z.string(),
  company_name: z.string(),
  billing_email: z.string(),
  vat_number: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  po_number: z.string(),
});

export const getAccountDetails = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/details",
    tags: ["Accounts"],
    summary: "What the account is called, and who its invoices are for.",
  })
  .input(z.object({ account_id: id }))
  .output(z.object({ data: details }));

export const saveAccountDetails = operation(owner("account"))
  .route({
    method: "PUT",
    path: "/accounts/{account_id}/details",
    tags: ["Accounts"],
    summary: "Changes what the account is called, and who its invoices are for.",
  })
  .input(z.object({ account_id: id, ...shape }))
  .output(message.extend({ data: details }));
