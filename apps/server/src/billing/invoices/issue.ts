import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { InvoicesTable } from "@kinora/db/schema-billing.ts";
import { exchangeFor, MissingExchange } from "@kinora/domain/billing/exchange.ts";
import { invoiceNumber } from "@kinora/domain/billing/invoice-states.ts";
import { dayAfter, dayIn, daysOf } from "@kinora/domain/billing/months.ts";
import {
  missingOf,
  type BillingSettings,
  type InvoiceParty,
  type SellerSettings,
} from "@kinora/domain/billing/parties.ts";
import { MissingRate, vatAmount, vatFor, type Vat, type VatRates } from "@kinora/domain/billing/vat.ts";
import { sql, type Insertable } from "kysely";
import type { Services } from "../../context.ts";
import { missingAccount } from "../../platform/access/account.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readMetering } from "../plans/metering.ts";
import { agreementsIn, listTerms } from "../plans/terms.ts";
import { lockSeller, readSeller } from "../sellers/sellers.ts";
import { applyCredit, lockAccount } from "./balance.ts";
import { computeCharges, type Charges } from "./compute.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { readBillingSettings } from "./settings.ts";

/** An invoice that is not issued yet. */
export interface Draft extends Charges {
  /** Null: that of the settings. */
  sellerId: number | null;
  seller: BillingSettings["seller"] & { payment: string };
  buyer: InvoiceParty;
  vat: Vat;
  vat_amount: number;
  total: number;
}

/**
 * What an account's invoice of a month would be; null when there is nothing to charge.
 * @throws Refusal `conflict` with what is missing: who sends it, whom it is for, the VAT rate of a country, an exchange rate.
 */
export async function draftInvoice(on: Executor, accountId: number, month: string): Promise<Draft | null> {
  const charges = await computeCharges(on, accountId, month);
  if (!charges || charges.lines.every(({ amount }) => amount === 0)) return null;
  const sellerId = await sellerOf(on, accountId, charges.to);
  const conditions = await readSeller(on, sellerId);
  const { seller, payment } = conditions;
  const buyer = await readBuyer(on, accountId);
  const who =
    sellerId === null ? "The invoice settings at Advanced > Pricing lack" : "The seller of the account's terms lacks";
  requireComplete(who, seller);
  requireComplete("The account's billing details lack", buyer);
  const { vat_rates: rates } = await readBillingSettings(on);
  const vat = vatOf(seller, buyer, rates);
  const amount = vatAmount(charges.subtotal, vat);
  const exchange = exchangeOf(conditions, { currency: charges.currency, vat_amount: amount });
  return {
    ...charges,
    sellerId,
    seller: { ...seller, payment },
    buyer,
    vat: exchange ? { ...vat, exchange } : vat,
    vat_amount: amount,
    total: charges.subtotal + amount,
  };
}

function requireComplete(who: string, party: Omit<InvoiceParty, "po_number">): void {
  const missing = missingOf(party);
  if (missing.length > 0) throw new Refusal("conflict", `${who}: ${missing.join(", ")}.`);
}

/** The seller that an account's terms of a day name. */
async function sellerOf(on: Executor, accountId: number, day: string): Promise<number | null> {
  const [agreement] = agreementsIn(await listTerms(on, accountId), { from: day, to: dayAfter(day, 1) });
  return agreement?.terms.seller_id ?? null;
}

function vatOf(seller: BillingSettings["seller"], buyer: InvoiceParty, rates: VatRates): Vat {
  try {
    return vatFor(seller, buyer, rates);
  } catch (error) {
    if (error instanceof MissingRate) throw new Refusal("conflict", `The table of VAT rates lacks ${error.country}.`);
    throw error;
  }
}

function exchangeOf(...of: Parameters<typeof exchangeFor>): ReturnType<typeof exchangeFor> {
  try {
    return exchangeFor(...of);
  } catch (error) {
    if (error instanceof MissingExchange) throw new Refusal("conflict", error.message);
    throw error;
  }
}

async function readBuyer(on: Executor, accountId: number): Promise<InvoiceParty> {
  const row = await on
    .selectFrom("accounts as a")
    .leftJoin("account_billing_details as d", "d.account_id", "a.id")
    .select([
      "a.name",
      "d.company_name",
      "d.billing_email",
      "d.vat_number",
      "d.street",
      "d.city",
      "d.postcode",
      "d.country",
    ])
    .select("d.po_number")
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  if (!row) throw missingAccount();
  return {
    name: row.company_name || row.name,
    email: row.billing_email ?? "",
    vat_number: row.vat_number ?? "",
    street: row.street ?? "",
    city: row.city ?? "",
    postcode: row.postcode ?? "",
    country: row.country ?? "",
    po_number: row.po_number ?? "",
  };
}

/** Who issues: a person, or nobody for a run that continues after its process was killed. */
export interface Issuer {
  userId: number | null;
}

/**
 * Issues an account's invoice of a month, with the next number of the year's series; null when there is nothing to charge. The number
 * is taken in the transaction that writes the invoice, so that none is left out. An invoice that is there already is its answer.
 * The account's credit of the same seller and currency pays it as far as it reaches.
 * @throws Refusal `conflict` for a month that has not ended or is not counted yet, and for what is missing.
 */
export const issueInvoice = (
  services: Services,
  issuer: Issuer,
  { accountId, month }: { accountId: number; month: string },
): Promise<number | null> =>
  services.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const { from, to } = daysOf(month);
    const known = await tx
      .selectFrom("invoices")
      .select("id")
      .where("account_id", "=", accountId)
      .where("kind", "=", "invoice")
      .where("credited_by", "is", null)
      .where(sql<boolean>`period_from >= ${from}::date and period_from < ${to}::date`)
      .executeTakeFirst();
    if (known) return known.id;
    const { timeZone, countedTo } = await readMetering(tx, accountId);
    if (countedTo < to)
      throw new Refusal("conflict", `Usage is counted up to ${countedTo}; the month ends before ${to}.`);
    const draft = await draftInvoice(tx, accountId, month);
    if (!draft) return null;
    const { sellerId } = draft;
    const conditions = await lockSeller(tx, sellerId);
    const issuedOn = dayIn(timeZone, services.clock.now());
    const { from: _from, to: _to, sellerId: _seller, lines, vat, seller, buyer, ...sums } = draft;
    const id = await insertInvoice(tx, conditions, {
      ...sums,
      account_id: accountId,
      kind: "invoice",
      seller_id: sellerId,
      period_from: draft.from,
      period_to: draft.to,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      lines: JSON.stringify(lines),
      vat: JSON.stringify(vat),
      issued_on: issuedOn,
      issued_at: services.clock.now(),
      issued_by: issuer.userId,
      due_on: dayAfter(issuedOn, conditions.due_days),
    });
    await sql`
      insert into invoice_usage (invoice_id, meter, day, project_id, quantity, kinds)
      select ${id}, meter, day, project_id, quantity, kinds from usage_days
      where account_id = ${accountId} and day >= ${draft.from}::date and day <= ${draft.to}::date`.execute(tx);
    const issued = await recordIssue(services, tx, { id, accountId, issuer, action: "invoice.issued" });
    const payee = { id, account_id: accountId, seller_id: sellerId, issued_on: issuedOn, ...issued };
    await applyCredit(services, tx, payee, actorOfIssuer(issuer));
    await services.jobs.send(tx, mailInvoice, { invoiceId: id, reminder: false });
    return id;
  });

type InvoiceRow = Omit<Insertable<InvoicesTable>, "number" | "seller_id"> & { seller_id: number | null };

/** Writes an invoice or credit note with the next number of its seller's year. A series belongs to one seller. */
export async function insertInvoice(tx: Tx, { prefix }: SellerSettings, row: InvoiceRow): Promise<number> {
  const year = Number(row.issued_on.slice(0, 4));
  const { last } = await tx
    .insertInto("invoice_series")
    .values({ series: `${prefix}${year}`, seller_id: row.seller_id, last: 1 })
    .onConflict((conflict) =>
      conflict
        .column("series")
        .doUpdateSet({ last: sql`invoice_series.last + 1` })
        .where(sql<boolean>`invoice_series.seller_id is not distinct from excluded.seller_id`),
    )
    .returning("last")
    .executeTakeFirstOrThrow(() => new Error(`The series ${prefix}${year} is another seller's.`));
  const { id } = await tx
    .insertInto("invoices")
    .values({ ...row, number: invoiceNumber(prefix, year, last) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface Issue {
  id: number;
  accountId: number;
  issuer: Issuer;
  action: string;
  /** What the event names: the invoice, unless it is of a credit note. */
  names?: Record<string, number>;
  changes?: Record<string, unknown>;
}

const actorOfIssuer = ({ userId }: Issuer): Record<string, unknown> =>
  userId === null ? { kind: "system" } : { kind: "user", user_id: userId, as: "superuser" };

/** The line in the audit log and the event of an invoice, for webhooks and other listeners. @returns what they name. */
export async function recordIssue(
  services: Services,
  tx: Tx,
  { id, accountId, issuer, action, names = { invoice_id: id }, changes }: Issue,
) {
  const issued = await tx
    .selectFrom("invoices")
    .select(["number", "total", "currency"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { number, total, currency } = issued;
  const actor = actorOfIssuer(issuer);
  await audit(tx, {
    accountId,
    projectId: null,
    actor,
    action,
    objectType: "invoice",
    objectId: id,
    objectTitle: number,
    changes: { total, currency, ...changes },
  });
  const payload = { account_id: accountId, ...names };
  await services.emit(tx, { type: action, accountId, projectId: null, payload, actor });
  return issued;
}
