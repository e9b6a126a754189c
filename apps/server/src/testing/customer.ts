import { insertRow } from "@kinora/db/testing-rows.ts";
import { NO_SELLER, type BillingSettings } from "@kinora/domain/billing/parties.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS, type PlanVersion, type SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { saveBillingSettings } from "../billing/invoices/settings.ts";
import { createPlan } from "../billing/plans/plans.ts";
import { saveTerms } from "../billing/plans/terms.ts";
import type { Context } from "../context.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { asSuperuser } from "./fixtures.ts";

/** Who sends the invoices of tests. */
export const SELLER: BillingSettings = {
  ...NO_SELLER,
  seller: {
    name: "Kinora GmbH",
    email: "billing@example.com",
    vat_number: "DE123456789",
    street: "Am Kai 1",
    city: "Hamburg",
    postcode: "20457",
    country: "DE",
  },
  prefix: "K-",
  payment: "IBAN DE02 1203 0000 0000 2020 51",
};

export interface Customer {
  company: string;
  vatNumber: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  /** Of a superuser, about the plan that was agreed on. */
  note?: string;
}

const ANYONE: Customer = {
  company: "Harbour Films",
  vatNumber: "",
  street: "Main Street 2",
  postcode: "12345",
  city: "Springfield",
  country: "DE",
};

/** A plan, in the superuser's hands. */
export const aPlan = async (services: TestServices, code: string, version: Partial<PlanVersion> = {}) =>
  createPlan(await asSuperuser(services), {
    name: "Team",
    currency: "EUR",
    price: 31_00,
    meters: { traffic: { included: 1, tiers: [{ up_to: null, rate: 10_000_000 }] } },
    limits: NO_LIMITS,
    ...version,
    code,
  });

/** Services at noon of a day, with a seller and a plan without limits that a superuser keeps. */
export async function sellingServices(
  today: string,
  code: string,
): Promise<{ services: TestServices; root: Context; plan: number }> {
  const services = { ...(await testServices()), clock: { now: () => new Date(`${today}T12:00:00Z`) } };
  const root = await asSuperuser(services);
  await saveBillingSettings(root, SELLER);
  return { services, root, plan: await aPlan(services, code, { limits: NO_LIMITS }) };
}

/** Agrees with an account on a plan of its own, which has held for years. */
export async function agree(
  services: TestServices,
  { accountId }: Pick<TestProject, "accountId">,
  { code, ...version }: Partial<PlanVersion> & { code: string },
  special: SpecialTerms,
): Promise<void> {
  const planId = await aPlan(services, code, version);
  const terms = { planId, effectiveFrom: "2020-01-01", special, sellerId: null, note: "", timeZone: "UTC" };
  await saveTerms(await asSuperuser(services), accountId, terms);
}

/** An account with a plan of a seller since March 2030, which sent 3 GB in that month, all of it counted. */
export async function aCustomer(
  services: TestServices,
  planId: number,
  customer: Partial<Customer> = {},
  sellerId: number | null = null,
): Promise<TestProject> {
  const project = await aProject(services);
  const { accountId, projectId } = project;
  const { company, vatNumber, note = "", ...address } = { ...ANYONE, ...customer };
  await insertRow(services, "account_billing_details", {
    account_id: accountId,
    company_name: company,
    billing_email: "buyer@example.com",
    vat_number: vatNumber,
    po_number: "PO-7",
    ...address,
  });
  await saveTerms(await asSuperuser(services), accountId, {
    planId,
    effectiveFrom: "2030-03-01",
    special: NO_SPECIAL_TERMS,
    sellerId,
    note,
    timeZone: "UTC",
  });
  await sql`update account_metering set counted_to = '2030-04-03' where account_id = ${accountId}`.execute(services.db);
  await sql`insert into usage_days (account_id, day, meter, project_id, quantity, counted_at)
    values (${accountId}, '2030-03-05', 'traffic', ${projectId}, 1000000000, now()),
      (${accountId}, '2030-03-20', 'traffic', ${projectId}, 2000000000, now())`.execute(services.db);
  return project;
}
