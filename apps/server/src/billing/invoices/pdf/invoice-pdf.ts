import { createRequire } from "node:module";
import { creditAtIssue } from "@kinora/domain/billing/balance.ts";
import { exchanged } from "@kinora/domain/billing/exchange.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import { exchangeTitle, lineRule, lineTitle, vatTitle } from "@kinora/domain/billing/words.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import type { Invoice } from "../read-invoices.ts";
import { fontsFor } from "./letter-fonts.ts";
import { writerOf, type Write } from "./write-text.ts";

type Document = PDFKit.PDFDocument;

const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Where the amounts begin. */
const AMOUNTS_AT = PAGE.margin + WIDTH - 110;
const RULES_AT = PAGE.margin + WIDTH - 280;
const GREY = "#5b6270";
const INK = "#14161a";
const LINE = "#d9dce2";

const STRONG = createRequire(import.meta.url).resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf");

/** A document that is written, and how text of any letters is written into it. */
interface Page {
  document: Document;
  write: Write;
}

/** An invoice or credit note on A4: parties, lines with the rule behind each amount, sums, VAT and how to pay. */
export async function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  // Most processes never write one: the library is loaded with the first.
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "A4",
    margin: PAGE.margin,
    info: { Title: `${titleOf(invoice)} ${invoice.number}`, Author: invoice.seller.name },
    lang: "en",
  });
  const fonts = await fontsFor(JSON.stringify(invoice), [invoice.buyer.country, invoice.seller.country]);
  for (const { name, source } of fonts) document.registerFont(name, source);
  document.registerFont("strong", STRONG);
  const page: Page = { document, write: writerOf(document, fonts) };
  const chunks: Buffer[] = [];
  const written = new Promise<Uint8Array>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  drawHead(page, invoice);
  drawLines(page, invoice);
  drawSums(page, invoice);
  drawFoot(page, invoice);
  document.end();
  return written;
}

const titleOf = ({ kind }: Invoice): string => (kind === "credit_note" ? "Credit note" : "Invoice");

const countryName = (code: string): string => COUNTRIES.find(({ id }) => id === code)?.name ?? code;

const addressOf = (party: Invoice["seller"] | Invoice["buyer"]): string =>
  [
    party.name,
    party.street,
    `${party.postcode} ${party.city}`,
    countryName(party.country),
    ...(party.vat_number === "" ? [] : [`VAT number ${party.vat_number}`]),
  ].join("\n");

function drawHead({ document, write }: Page, invoice: Invoice): void {
  document.font("strong").fontSize(20).fillColor(INK).text(titleOf(invoice), PAGE.margin, PAGE.margin);
  document.font("text").fontSize(9).fillColor(GREY);
  const facts: [string, string][] = [
    ["Number", invoice.number],
    ["Issued", invoice.issued_on],
    ["Period", `${invoice.period_from} to ${invoice.period_to}`],
    ...(invoice.kind === "credit_note"
      ? [
          [invoice.voids ? "Voids invoice" : "Credits invoice", invoice.credits_number ?? ""] as [string, string],
          ["Reason", invoice.reason] as [string, string],
        ]
      : [["Due", invoice.due_on] as [string, string]]),
    ...(invoice.buyer.po_number === "" ? [] : [["PO number", invoice.buyer.po_number] as [string, string]]),
  ];
  let y = PAGE.margin + 40;
  const top = y;
  for (const [label, value] of facts) {
    document.font("text").fillColor(GREY).text(label, RULES_AT, y, { width: 90 });
    document.fillColor(INK);
    write(value, RULES_AT + 90, y, { width: PAGE.margin + WIDTH - RULES_AT - 90 });
    y = Math.max(document.y, y + 14) + 2;
  }
  document.fillColor(GREY).text("From", PAGE.margin, top);
  document.fillColor(INK);
  write(addressOf(invoice.seller), PAGE.margin, top + 14, { width: 200, lineGap: 2 });
  document.fillColor(GREY).text("To", PAGE.margin, document.y + 12);
  document.fillColor(INK);
  write(addressOf(invoice.buyer), PAGE.margin, document.y + 2, { width: 200, lineGap: 2 });
  document.y = Math.max(document.y, y) + 28;
}

function drawLines({ document, write }: Page, { lines, currency }: Invoice): void {
  rule(document);
  for (const line of lines) {
    // A line and what it says stay on one page.
    if (document.y > PAGE.height - PAGE.margin - 60) document.addPage();
    const y = document.y;
    document.font("text").fontSize(9).fillColor(INK);
    write(lineTitle(line), PAGE.margin, y, { width: RULES_AT - PAGE.margin - 12 });
    document
      .fillColor(GREY)
      .fontSize(8)
      .text(`${line.from} to ${line.to}`, { width: RULES_AT - PAGE.margin - 12 });
    const end = document.y;
    document.fontSize(9).text(lineRule(line, currency), RULES_AT, y, { width: AMOUNTS_AT - RULES_AT - 8 });
    document.fillColor(INK).text(formatMoney(line.amount, currency), AMOUNTS_AT, y, { width: 110, align: "right" });
    document.y = Math.max(end, document.y) + 6;
    rule(document);
  }
}

function rule(document: Document): void {
  const y = document.y;
  document
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.margin + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  document.y = y + 6;
}

function drawSums({ document }: Page, invoice: Invoice): void {
  const { subtotal, vat, vat_amount: amount, total, currency } = invoice;
  const { exchange } = vat;
  if (document.y > PAGE.height - PAGE.margin - 160) document.addPage();
  const credit = creditAtIssue(invoice);
  const money = (value: number) => formatMoney(value, currency);
  const rows: [string, string, "text" | "strong"][] = [
    ["Sum", money(subtotal), "text"],
    [vatTitle(vat), money(amount), "text"],
    ...(exchange
      ? [
          [
            `${vatTitle(vat)} in ${exchange.currency}`,
            formatMoney(exchanged(amount, currency, exchange), exchange.currency),
            "text",
          ] as [string, string, "text"],
        ]
      : []),
    ["Total", money(total), "strong"],
    ...(credit === 0
      ? []
      : [
          ["Credit of earlier invoices", money(0 - credit), "text"] as [string, string, "text"],
          ["To pay", money(total - credit), "strong"] as [string, string, "strong"],
        ]),
  ];
  for (const [label, value, weight] of rows) {
    const y = document.y + 4;
    document
      .font(weight)
      .fontSize(weight === "strong" ? 11 : 9)
      .fillColor(INK);
    document.text(label, RULES_AT, y, { width: AMOUNTS_AT - RULES_AT - 8 });
    document.text(value, AMOUNTS_AT, y, { width: 110, align: "right" });
  }
}

function drawFoot({ document, write }: Page, invoice: Invoice): void {
  const { vat, seller, kind, due_on: due } = invoice;
  const isOwed = kind === "invoice" && creditAtIssue(invoice) < invoice.total;
  document.font("text").fontSize(9).fillColor(GREY);
  const words = [
    ...(vat.note === null ? [] : [vat.note]),
    ...(vat.exchange ? [`Exchange rate: ${exchangeTitle(vat.exchange, invoice.currency)}.`] : []),
    ...(isOwed && seller.payment !== "" ? [`Please pay by ${due}.\n${seller.payment}`] : []),
    `Each line is rounded once, half up; VAT is rounded once for the sum. ${seller.email}`,
  ];
  document.y += 28;
  for (const paragraph of words) write(paragraph, PAGE.margin, document.y + 4, { width: WIDTH, lineGap: 2 });
}
