import { METERS, type Meter } from "@kinora/domain/billing/meters.ts";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { isTimeZone } from "@kinora/domain/projects/projects.ts";
import { z } from "zod";
import { operation, owner, superuser } from "../access.ts";
import { day, id, message, moment, month, named } from "../shapes.ts";
import { balances, charges } from "./charges.ts";
import { agreedPlan, meterPrices, planRequest, price } from "./plans.ts";

const agreedDay = day("Choose a day.");
const special = z.object({
  /** Of a month, in minor units, in place of the plan's; null for the plan's. */
  price: price.nullable(),
  meters: meterPrices,
  /** Of the sum of an invoice, in hundredths of a percent. */
  discount: z
    .number("A discount is 0 to 100 %.")
    .int()
    .min(0, "A discount is 0 to 100 %.")
    .max(10_000, "A discount is 0 to 100 %."),
  /** Its last day; null for always. */
  discount_until: agreedDay.nullable(),
});

const agreed = {
  /** First day it holds, by the account's calendar. */
  effective_from: agreedDay,
  /** Null: nothing is invoiced from that day on. */
  plan_id: z.number().int().positive().nullable(),
  special,
  /** Who sends the invoices; null for the seller of the invoice settings. */
  seller_id: z.number().int().positive().nullable().default(null),
};

const terms = z.object({
  ...agreed,
  effective_from: z.string(),
  id: z.number(),
  plan_version: z.number().nullable(),
  plan: agreedPlan.nullable(),
  seller_id: z.number().nullable(),
  /** Its name; null for the seller of the invoice settings. */
  seller: z.string().nullable(),
  note: z.string(),
  created_at: moment,
  author: z.string().nullable(),
});

/** Thousandths of the unit of each meter. */
const usage = z.object(Object.fromEntries(METERS.map((meter) => [meter, z.number()])) as Record<Meter, z.ZodNumber>);

export const getAccountPricing = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/accounts/{account_id}/pricing",
    tags: ["Billing"],
    summary: "What was agreed with an account, the newest first, and what it used last month and in this one.",
  })
  .input(z.object({ account_id: id }))
  .output(
    z.object({
      data: z.object({
        account: named,
        time_zone: z.string(),
        /** The last day that an invoice covers. */
        invoiced_to: z.string().nullable(),
        current_id: z.number().nullable(),
        /** The open request of its owners; null without one. */
        request: planRequest.nullable(),
        terms: z.array(terms),
        balances,
        months: z.array(z.object({ month: z.string(), usage, charges: charges.nullable() })),
      }),
    }),
  );

export const saveAccountPricing = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/pricing",
    tags: ["Billing"],
    summary: "Agrees on a plan, in its newest version, and special terms with an account from a day on.",
  })
  .input(
    z.object({
      account_id: id,
      ...agreed,
      note: z.string().trim().max(REASON_MAX, `A note can have up to ${REASON_MAX} characters.`),
      time_zone: z.string().refine(isTimeZone, "Choose a time zone such as Europe/Paris."),
    }),
  )
  .output(message);

export const previewAccountPricing = operation(superuser, { reads: true })
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/pricing/preview",
    tags: ["Billing"],
    summary: "What last month would have cost with a plan and special terms; nothing is changed.",
  })
  .input(z.object({ account_id: id, plan_id: z.number().int().positive(), special }))
  .output(z.object({ data: charges }));

export const recountUsage = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/usage/recount",
    tags: ["Billing"],
    summary: "Counts the days of a month again from their sources, and answers what came out differently.",
  })
  .input(z.object({ account_id: id, month }))
  .output(
    message.extend({
      data: z.array(
        z.object({
          day: z.string(),
          meter: z.enum(METERS),
          /** 0 for the account as a whole. */
          project_id: z.number(),
          /** In the meter's own units: bytes, byte-hours, milliseconds, people, projects. */
          before: z.number(),
          after: z.number(),
        }),
      ),
    }),
  );

export const getAccountPlan = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/plan",
    tags: ["Billing"],
    summary: "The account's plan, what it includes, what of it was used this month, and the invoice so far.",
  })
  .input(z.object({ account_id: id }))
  .output(
    z.object({
      data: z.object({
        /** Null while nothing is invoiced. */
        plan: agreedPlan.nullable(),
        special: special.extend({ discount_until: z.string().nullable() }).nullable(),
        month: z.string(),
        time_zone: z.string(),
        usage,
        /** The month's invoice as of now. */
        charges: charges.nullable(),
        balances,
        /** What was requested last; null when nothing was. */
        request: planRequest.nullable(),
        /** Plans that can be requested, 50 at most. */
        requestable: z.array(agreedPlan.extend({ id: z.number() })),
      }),
    }),
  );
