import type { Meter } from "@kinora/domain/billing/meters.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import {
  PLAN_NAME_MAX,
  PLAN_REQUEST_STATES,
  PRICE_MAX,
  priceProblem,
  QUANTITY_MAX,
  RATE_MAX,
  RENDITION_LINES_MIN,
  TIERS_MAX,
} from "@kinora/domain/billing/plans.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { created, id, line, message, moment, readVersion } from "../shapes.ts";

const whole = (max: number, words: string) => z.number(words).int(words).min(0, words).max(max, words);
export const price = whole(PRICE_MAX, "A price is a number of 0 or more.");
const units = whole(QUANTITY_MAX, "Enter a whole number of units.");

const meterPrice = z
  .object({
    included: units,
    tiers: z
      .array(z.object({ up_to: units.nullable(), rate: whole(RATE_MAX, "A rate is a number of 0 or more.") }))
      .max(TIERS_MAX, `A meter has up to ${TIERS_MAX} tiers.`),
  })
  .superRefine((value, context) => {
    const problem = priceProblem(value);
    if (problem !== null) context.addIssue({ code: "custom", message: problem, path: ["tiers"] });
  });

/** Prices by meter; meters that are left out cost nothing. */
export const meterPrices = z.object({
  storage: meterPrice.optional(),
  traffic: meterPrice.optional(),
  encoding_sd: meterPrice.optional(),
  encoding_hd: meterPrice.optional(),
  encoding_uhd: meterPrice.optional(),
  encoding_audio: meterPrice.optional(),
  live: meterPrice.optional(),
  restream: meterPrice.optional(),
  transcription: meterPrice.optional(),
  seats: meterPrice.optional(),
  projects: meterPrice.optional(),
} satisfies Record<Meter, unknown>);

const limit = z.number("Enter a whole number.").int("Enter a whole number.").min(0).max(1_000_000_000).nullable();
const limits = z.object({
  storage_gb: limit,
  file_gb: limit.default(null),
  projects: limit,
  seats: limit,
  live_streams: limit,
  rendition_lines: limit
    .refine(
      (lines) => lines === null || lines >= RENDITION_LINES_MIN,
      `A plan allows renditions of ${RENDITION_LINES_MIN} lines at least.`,
    )
    .default(null),
  encoded_minutes: limit.default(null),
  transcribed_minutes: limit.default(null),
});

const version = {
  name: line("Name", PLAN_NAME_MAX),
  currency: z.enum(CURRENCIES, "Choose a currency."),
  /** Of a month, in minor units (cents). */
  price,
  meters: meterPrices,
  limits,
};

export const planVersion = z.object(version);
export const agreedPlan = z.object({ ...version, name: z.string() });

const plan = agreedPlan.extend({
  id: z.number(),
  code: z.string(),
  version: z.number(),
  archived_at: moment.nullable(),
  /** Whether owners can request it. */
  requestable: z.boolean(),
  accounts: z.number(),
  created_at: moment,
});

/** A plan that an owner requested, and what became of it. */
export const planRequest = z.object({
  plan_id: z.number(),
  plan: z.string(),
  note: z.string(),
  state: z.enum(PLAN_REQUEST_STATES),
  answer: z.string(),
  requested_at: moment,
  /** Null when the person is gone. */
  requested_by: z.string().nullable(),
  decided_at: moment.nullable(),
});

const tags = ["Billing"];

export const listPlans = operation(superuser)
  .route({ method: "GET", path: "/advanced/plans", tags, summary: "The plans with their newest version; 200 at most." })
  .input(z.object({}))
  .output(z.object({ data: z.array(plan) }));

export const createPlan = operation(superuser)
  .route({ method: "POST", path: "/advanced/plans", tags, successStatus: 201, summary: "Creates a plan." })
  .input(
    planVersion.extend({
      code: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "Write up to 40 small letters, digits and dashes, such as team-2030."),
    }),
  )
  .output(message.extend({ data: created }));

export const changePlan = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/plans/{plan_id}",
    tags,
    summary: "Changes a plan by a new version; accounts keep the version that was agreed with them.",
  })
  .input(planVersion.extend({ plan_id: id, version: readVersion }))
  .output(message);

export const archivePlan = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/plans/{plan_id}/archive",
    tags,
    summary: "Archives a plan, so that it is chosen for no account, or offers it again.",
  })
  .input(z.object({ plan_id: id, archived: z.boolean() }))
  .output(message);
