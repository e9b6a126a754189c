import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { parseRange } from "@kinora/domain/restrictions/addresses.ts";
import { POLICY_LIMITS, RULE_MODES } from "@kinora/domain/restrictions/policy.ts";
import { normaliseReferrer } from "@kinora/domain/restrictions/referrers.ts";
import { z } from "zod";

const mode = z.enum(RULE_MODES);
const atMost = (count: number, what: string) => `A profile can have up to ${count} ${what}.`;

/** A policy as it is stored. */
export const policyShape = z.object({
  referrers: z.object({ mode, entries: z.array(z.string()), empty: z.boolean() }),
  countries: z.object({ mode, codes: z.array(z.string()), unknown: z.boolean() }),
  addresses: z.object({ mode, ranges: z.array(z.string()) }),
  agents: z.object({ mode, patterns: z.array(z.string()) }),
  signed: z.boolean(),
  sessions: z.number().nullable(),
  password: z.boolean(),
  encrypted: z.boolean(),
});

const unique = (texts: string[]) => [...new Set(texts)];

const referrer = z
  .string()
  .max(400, "A page can have up to 400 characters.")
  .transform((typed, issues) => {
    const result = normaliseReferrer(typed);
    if ("entry" in result) return result.entry;
    issues.addIssue({ code: "custom", message: result.problem });
    return z.NEVER;
  });

const known = new Set(COUNTRIES.map(({ id }) => id));
const country = z.string().refine((code) => known.has(code), "Choose a country of the list, such as DE.");

const range = z
  .string()
  .trim()
  .refine((text) => parseRange(text) !== null, "Write an address or a range, such as 192.0.2.0/24 or 2001:db8::/32.");

const pattern = z
  .string()
  .trim()
  .min(1, "Write a part of the user agent, such as ExampleApp/.")
  .max(POLICY_LIMITS.agentLetters, `A user agent can have up to ${POLICY_LIMITS.agentLetters} characters.`)
  .regex(/^[^\p{Cc}]*$/u, "A user agent cannot contain control characters.");

/** A policy as people send it: pages are brought to their one spelling, repeated entries are dropped. */
export const policyInput = z.object({
  referrers: z.object({
    mode,
    entries: z.array(referrer).max(POLICY_LIMITS.referrers, atMost(POLICY_LIMITS.referrers, "pages")).transform(unique),
    empty: z.boolean(),
  }),
  countries: z.object({
    mode,
    codes: z
      .array(country)
      .max(POLICY_LIMITS.countries, atMost(POLICY_LIMITS.countries, "countries"))
      .transform(unique),
    unknown: z.boolean(),
  }),
  addresses: z.object({
    mode,
    ranges: z.array(range).max(POLICY_LIMITS.addresses, atMost(POLICY_LIMITS.addresses, "ranges")).transform(unique),
  }),
  agents: z.object({
    mode,
    patterns: z.array(pattern).max(POLICY_LIMITS.agents, atMost(POLICY_LIMITS.agents, "user agents")).transform(unique),
  }),
  signed: z.boolean(),
  sessions: z
    .number()
    .int("This is a whole number from 1.")
    .min(1, "This is a whole number from 1.")
    .max(POLICY_LIMITS.sessions, `At most ${POLICY_LIMITS.sessions} viewers.`)
    .nullable(),
  password: z.boolean(),
  encrypted: z.boolean().default(false),
});
