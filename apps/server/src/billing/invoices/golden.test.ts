import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Currency } from "@kinora/domain/billing/money.ts";
import type { BillingSettings } from "@kinora/domain/billing/parties.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { aCustomer, aPlan, SELLER, type Customer } from "../../testing/customer.ts";
import { sharedServices, asSuperuser } from "../../testing/fixtures.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceFile } from "./invoice-file.ts";
import { invoiceXml } from "./invoice-xml.ts";
import { issueInvoice } from "./issue.ts";
import { invoicePdf } from "./pdf/invoice-pdf.ts";
import { readInvoice, type Invoice } from "./read-invoices.ts";
import { saveBillingSettings } from "./settings.ts";

const TODAY = "2030-04-03";
const services = { ...(await sharedServices()), clock: { now: () => new Date(`${TODAY}T12:00:00Z`) } };
await saveBillingSettings(await asSuperuser(services), SELLER);

interface Golden {
  name: string;
  currency: Currency;
  customer: Customer;
  /** In minor units, worked out by hand in golden/README.md. */
  vat: number;
  total: number;
}

const GOLDEN: readonly Golden[] = [
  {
    name: "de-company",
    currency: "EUR",
    customer: {
      company: "Hafenfilm GmbH",
      vatNumber: "DE136695976",
      street: "Speicherstraße 4",
      postcode: "20457",
      city: "Hamburg",
      country: "DE",
    },
    vat: 561,
    total: 3_515,
  },
  {
    name: "fr-private",
    currency: "EUR",
    customer: {
      company: "Amélie Rivage",
      vatNumber: "",
      street: "3 rue du Port",
      postcode: "13002",
      city: "Marseille",
      country: "FR",
    },
    vat: 591,
    total: 3_545,
  },
  {
    name: "fr-company",
    currency: "EUR",
    customer: {
      company: "Rivage Films SAS",
      vatNumber: "FR40303265045",
      street: "3 rue du Port",
      postcode: "13002",
      city: "Marseille",
      country: "FR",
    },
    vat: 0,
    total: 2_954,
  },
  {
    name: "gb-company",
    currency: "GBP",
    customer: {
      company: "Quayside Pictures Ltd",
      vatNumber: "GB980780684",
      street: "12 Wharf Road",
      postcode: "BS1 4RW",
      city: "Bristol",
      country: "GB",
    },
    vat: 0,
    total: 2_954,
  },
  {
    name: "us-company",
    currency: "USD",
    customer: {
      company: "Pier 9 Studios & Sons, Inc.",
      vatNumber: "",
      street: "9 Embarcadero",
      postcode: "94111",
      city: "San Francisco",
      country: "US",
    },
    vat: 0,
    total: 2_954,
  },
  {
    name: "ch-company",
    currency: "CHF",
    customer: {
      company: "Seeblick Film AG",
      vatNumber: "",
      street: "Uferweg 7",
      postcode: "8008",
      city: "Zürich",
      country: "CH",
    },
    vat: 0,
    total: 2_954,
  },
];

test.each(GOLDEN)("the invoice of $name is the one that was worked out by hand", async (golden) => {
  const { name, currency, customer, vat, total } = golden;
  const plan = await aPlan(services, name, {
    currency,
    price: 29_00,
    meters: {
      traffic: {
        included: 1,
        tiers: [
          { up_to: 1, rate: 335_000 },
          { up_to: null, rate: 200_000 },
        ],
      },
    },
  });
  const { accountId } = await aCustomer(services, plan, customer);
  const id = await issueInvoice(services, { userId: null }, { accountId, month: "2030-03" });
  const invoice = await readInvoice(services.db, { id: id ?? 0, today: TODAY });
  expect([invoice.subtotal, invoice.vat_amount, invoice.total]).toEqual([2_954, vat, total]);
  expect(invoice.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice.subtotal);
  await compare(name, invoice);
});

/** Compares an invoice or credit note to the files of a name. */
async function compare(name: string, invoice: Invoice): Promise<void> {
  const { id, account_id: accountId, account: _name, seller_id: _seller, ...document } = invoice;
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.json`);
  const { body } = await invoiceFile(services.db, { id, accountId, today: TODAY, format: "xml" });
  const xml = (await new Response(body).text()).replaceAll("><", ">\n<");
  await expect(`${xml}\n`).toMatchFileSnapshot(`golden/${name}.xml`);
}

test("the credit note of a part of an invoice is the one that was worked out by hand", async () => {
  const [, person] = GOLDEN;
  if (!person) throw new Error("There is no invoice to credit.");
  const plan = await aPlan(services, "credited", {
    price: 29_00,
    meters: { traffic: { included: 1, tiers: [{ up_to: null, rate: 335_000 }] } },
  });
  const { accountId } = await aCustomer(services, plan, person.customer);
  const id = (await issueInvoice(services, { userId: null }, { accountId, month: "2030-03" })) ?? 0;
  const wanted = {
    lines: [
      { line: 0, amount: 1_012 },
      { line: 2, amount: 67 },
    ],
  };
  const note = await creditInvoice(await asSuperuser(services), id, wanted, "Streams stood still on 20 & 21 March");
  const credit = await readInvoice(services.db, { id: note.id, today: TODAY });
  expect([credit.subtotal, credit.vat_amount, credit.total]).toEqual([-1_079, -216, -1_295]);
  await compare("fr-private-credit", credit);
});

test("a credit note of a seller without terms of payment has terms nevertheless (BR-CO-25)", async () => {
  const golden = await readFile(new URL("golden/fr-private-credit.json", import.meta.url), "utf8");
  const credit = JSON.parse(golden) as Invoice;
  const xml = invoiceXml({ ...credit, seller: { ...credit.seller, payment: "" } });
  expect(xml).toContain("<cac:PaymentTerms><cbc:Note>Nothing is to be paid: the amount is credited.</cbc:Note>");
});

describe("a seller that declares VAT in another currency than the invoice's", () => {
  const ECB = { rate: 1_084_200, day: "2030-04-02", source: "ECB" };
  const abroad = { ...SELLER, vat_currency: "EUR", exchange_rates: { USD: ECB } } as const;
  const [german, , company] = GOLDEN;
  const issue = async (settings: BillingSettings, customer: Customer | undefined) => {
    await saveBillingSettings(await asSuperuser(services), settings);
    const plan = await aPlan(services, randomUUID(), { currency: "USD", price: 29_00, meters: {} });
    if (!customer) throw new Error("There is nobody to send an invoice to.");
    const { accountId } = await aCustomer(services, plan, customer);
    return issueInvoice(services, { userId: null }, { accountId, month: "2030-03" });
  };
  const xmlOf = (invoice: Invoice) => invoiceXml(invoice).replaceAll("><", ">\n<");

  test("states the VAT in that one, with the rate, and keeps it when the rate changes", async () => {
    const id = (await issue(abroad, german?.customer)) ?? 0;
    await saveBillingSettings(await asSuperuser(services), {
      ...abroad,
      exchange_rates: { USD: { ...ECB, rate: 2_000_000 } },
    });
    const invoice = await readInvoice(services.db, { id, today: TODAY });
    expect(invoice).toMatchObject({ vat_amount: 551, vat: { category: "S", exchange: { currency: "EUR", ...ECB } } });
    // 5.51 / 1.0842 = 5.0820…: BT-6 after BT-5, BT-111 in a sum of its own without parts (BR-53, UBL-SR-43).
    const xml = xmlOf(invoice);
    expect(xml).toMatch(/<cbc:DocumentCurrencyCode>USD<.*\n<cbc:TaxCurrencyCode>EUR</);
    expect(xml).toContain(
      '</cac:TaxTotal>\n<cac:TaxTotal>\n<cbc:TaxAmount currencyID="EUR">5.08</cbc:TaxAmount>\n</cac:TaxTotal>',
    );
    const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(invoice)));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain("VAT 19% in EUR");
    expect(text).toContain("€5.08");
    expect(text).toContain("Exchange rate: €1.00 = $1.0842, ECB, 2030-04-02.");
  });

  test("a credit note states its own part at the invoice's rate", async () => {
    const id = (await issue(abroad, german?.customer)) ?? 0;
    const note = await creditInvoice(await asSuperuser(services), id, { lines: [{ line: 0, amount: 10_00 }] }, "Half");
    const credit = await readInvoice(services.db, { id: note.id, today: TODAY });
    expect(credit.vat_amount).toBe(-190);
    expect(xmlOf(credit)).toContain('<cac:TaxTotal>\n<cbc:TaxAmount currencyID="EUR">1.75</cbc:TaxAmount>');
  });

  test("is not issued without the rate; without VAT there is nothing to state", async () => {
    await expect(issue({ ...abroad, exchange_rates: {} }, german?.customer)).rejects.toThrow(
      "The seller's exchange rates lack USD for 1 EUR.",
    );
    const id = (await issue({ ...abroad, exchange_rates: {} }, company?.customer)) ?? 0;
    const invoice = await readInvoice(services.db, { id, today: TODAY });
    expect(invoice.vat).not.toHaveProperty("exchange");
    expect(xmlOf(invoice)).not.toContain("TaxCurrencyCode");
  });
});

test("an invoice in a currency with three decimals is a PDF alone, which says so where its XML is asked for", async () => {
  const [german] = GOLDEN;
  if (!german) throw new Error("There is nobody to send an invoice to.");
  await saveBillingSettings(await asSuperuser(services), SELLER);
  const plan = await aPlan(services, randomUUID(), { currency: "KWD", price: 29_123, meters: {} });
  const { accountId } = await aCustomer(services, plan, german.customer);
  const id = (await issueInvoice(services, { userId: null }, { accountId, month: "2030-03" })) ?? 0;
  await expect(invoiceFile(services.db, { id, accountId, today: TODAY, format: "xml" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("EN 16931 allows two decimals") as string,
  });
  const { headers } = await invoiceFile(services.db, { id, accountId, today: TODAY, format: "pdf" });
  expect(headers["content-type"]).toBe("application/pdf");
});
