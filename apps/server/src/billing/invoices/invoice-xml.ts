import { creditAtIssue } from "@kinora/domain/billing/balance.ts";
import { exchanged } from "@kinora/domain/billing/exchange.ts";
import { METER } from "@kinora/domain/billing/meters.ts";
import { plainAmount, RATE_SCALE, type Currency } from "@kinora/domain/billing/money.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import type { VatCategory } from "@kinora/domain/billing/vat.ts";
import { lineTitle } from "@kinora/domain/billing/words.ts";
import type { Invoice } from "./read-invoices.ts";

type Party = Invoice["seller"] | Invoice["buyer"];

/** Character data of XML 1.0: control characters it does not allow are left out. */
const text = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const element = (name: string, value: string, attributes = ""): string =>
  `<${name}${attributes}>${text(value)}</${name}>`;
const group = (name: string, ...children: string[]): string => `<${name}>${children.join("")}</${name}>`;
const when = (is: boolean, ...children: string[]): string => (is ? children.join("") : "");

const NOTHING_TO_PAY = "Nothing is to be paid: the amount is credited.";

const EXEMPTION: Record<VatCategory, string | null> = { S: null, AE: "VATEX-EU-AE", O: "VATEX-EU-O" };

/**
 * An invoice or credit note as UBL 2.1 with the semantics of EN 16931. Amounts of a credit note are positive there: the kind of the
 * document says which way they go (UNTDID 1001: 380, 381).
 * @see https://docs.oasis-open.org/ubl/UBL-2.1.html
 */
export function invoiceXml(invoice: Invoice): string {
  const isCredit = invoice.kind === "credit_note";
  const root = isCredit ? "CreditNote" : "Invoice";
  const amounts = amountsIn(invoice);
  const credit = creditAtIssue(invoice);
  const { seller, buyer } = invoice;
  const { exchange } = invoice.vat;
  // BR-CO-25: an amount to pay has a due date or terms of payment, and UBL's credit notes have no due date.
  const paymentTerms = seller.payment || (isCredit ? NOTHING_TO_PAY : "");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"`,
    ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
    ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">',
    element("cbc:CustomizationID", "urn:cen.eu:en16931:2017"),
    element("cbc:ID", invoice.number),
    element("cbc:IssueDate", invoice.issued_on),
    when(!isCredit, element("cbc:DueDate", invoice.due_on)),
    element(isCredit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode", isCredit ? "381" : "380"),
    when(invoice.reason !== "", element("cbc:Note", invoice.reason)),
    element("cbc:DocumentCurrencyCode", invoice.currency),
    // BT-6: the currency in which the seller declares its VAT.
    when(exchange !== undefined, element("cbc:TaxCurrencyCode", exchange?.currency ?? "")),
    // BT-10: what the buyer's bookkeeping finds the invoice by.
    element("cbc:BuyerReference", buyer.po_number || String(invoice.account_id)),
    group(
      "cac:InvoicePeriod",
      element("cbc:StartDate", invoice.period_from),
      element("cbc:EndDate", invoice.period_to),
    ),
    when(buyer.po_number !== "", group("cac:OrderReference", element("cbc:ID", buyer.po_number))),
    when(
      invoice.credits_number !== null,
      group(
        "cac:BillingReference",
        group("cac:InvoiceDocumentReference", element("cbc:ID", invoice.credits_number ?? "")),
      ),
    ),
    group("cac:AccountingSupplierParty", party(seller, invoice.vat.category, true)),
    group("cac:AccountingCustomerParty", party(buyer, invoice.vat.category, false)),
    when(paymentTerms !== "", group("cac:PaymentTerms", element("cbc:Note", paymentTerms))),
    ...taxTotals(invoice),
    group(
      "cac:LegalMonetaryTotal",
      amounts("cbc:LineExtensionAmount", invoice.subtotal),
      amounts("cbc:TaxExclusiveAmount", invoice.subtotal),
      amounts("cbc:TaxInclusiveAmount", invoice.total),
      // BT-113: credit of earlier invoices, as it was when this one was issued.
      when(credit > 0, amounts("cbc:PrepaidAmount", credit)),
      amounts("cbc:PayableAmount", invoice.total - credit),
    ),
    ...invoice.lines.map((line, index) => lineOf(invoice, line, index)),
    `</${root}>\n`,
  ].join("");
}

/** Writes amounts of an invoice; those of a credit note with the other sign. */
const amountsIn =
  ({ currency, kind }: { currency: Currency; kind: Invoice["kind"] }) =>
  (name: string, amount: number): string =>
    element(name, plainAmount(kind === "credit_note" ? 0 - amount : amount, currency), ` currencyID="${currency}"`);

/** A party. Where VAT is not due, its number must not appear (BR-O-02). */
function party(who: Party, category: VatCategory, isSeller: boolean): string {
  const number = category === "O" ? "" : who.vat_number;
  return group(
    "cac:Party",
    group(
      "cac:PostalAddress",
      element("cbc:StreetName", who.street),
      element("cbc:CityName", who.city),
      element("cbc:PostalZone", who.postcode),
      group("cac:Country", element("cbc:IdentificationCode", who.country)),
    ),
    when(
      number !== "",
      group("cac:PartyTaxScheme", element("cbc:CompanyID", number), group("cac:TaxScheme", element("cbc:ID", "VAT"))),
    ),
    // BR-CO-26: a seller without a VAT number is identified by another.
    group(
      "cac:PartyLegalEntity",
      element("cbc:RegistrationName", who.name),
      when(isSeller && number === "", element("cbc:CompanyID", who.vat_number || who.name)),
    ),
    when(who.email !== "", group("cac:Contact", element("cbc:ElectronicMail", who.email))),
  );
}

/** The VAT with its parts; after it, alone, the same in the currency in which the seller declares it (BT-111, BR-53). */
function taxTotals(invoice: Invoice): string[] {
  const { currency, kind, vat_amount: amount } = invoice;
  const { exchange } = invoice.vat;
  const total = (of: Currency, value: number, ...parts: string[]) =>
    group("cac:TaxTotal", amountsIn({ currency: of, kind })("cbc:TaxAmount", value), ...parts);
  const own = total(currency, amount, group("cac:TaxSubtotal", ...taxSubtotal(invoice)));
  return exchange ? [own, total(exchange.currency, exchanged(amount, currency, exchange))] : [own];
}

function taxSubtotal(invoice: Invoice): string[] {
  const amounts = amountsIn(invoice);
  const { category, note } = invoice.vat;
  const code = EXEMPTION[category];
  return [
    amounts("cbc:TaxableAmount", invoice.subtotal),
    amounts("cbc:TaxAmount", invoice.vat_amount),
    group(
      "cac:TaxCategory",
      ...taxCategory(invoice),
      when(code !== null, element("cbc:TaxExemptionReasonCode", code ?? "")),
      when(note !== null, element("cbc:TaxExemptionReason", note ?? "")),
      group("cac:TaxScheme", element("cbc:ID", "VAT")),
    ),
  ];
}

/** The rate is left out where VAT is not due (BR-O-05). */
const taxCategory = ({ vat: { category, rate } }: Invoice): string[] => [
  element("cbc:ID", category),
  when(category !== "O", element("cbc:Percent", (rate / 100).toFixed(2))),
];

function lineOf(invoice: Invoice, line: InvoiceLine, index: number): string {
  const isCredit = invoice.kind === "credit_note";
  const amounts = amountsIn(invoice);
  // A price is never negative (BR-27): the quantity has the sign.
  const sign = (isCredit ? 0 - line.amount : line.amount) < 0 ? -1 : 1;
  const priced = priceOf(invoice, line);
  return group(
    isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    element("cbc:ID", String(index + 1)),
    element(
      isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity",
      decimal(sign * priced.quantity, 1_000),
      ` unitCode="${line.meter ? METER[line.meter].unitCode : "C62"}"`,
    ),
    amounts("cbc:LineExtensionAmount", line.amount),
    group("cac:InvoicePeriod", element("cbc:StartDate", line.from), element("cbc:EndDate", line.to)),
    group(
      "cac:Item",
      element("cbc:Name", lineTitle(line)),
      group("cac:ClassifiedTaxCategory", ...taxCategory(invoice), group("cac:TaxScheme", element("cbc:ID", "VAT"))),
    ),
    group("cac:Price", element("cbc:PriceAmount", priced.price, ` currencyID="${invoice.currency}"`)),
  );
}

/** Quantity in thousandths and price: usage at its rate, everything else as one piece at its amount. */
function priceOf({ currency }: Invoice, { kind, quantity, rate, amount }: InvoiceLine) {
  if (kind !== "usage") return { quantity: 1_000, price: plainAmount(Math.abs(amount), currency) };
  return { quantity, price: decimal(rate, RATE_SCALE) };
}

/** A whole number of parts as a decimal number. */
const decimal = (value: number, parts: number): string =>
  (value / parts).toFixed(Math.round(Math.log10(parts))).replace(/\.?0+$/, "");
