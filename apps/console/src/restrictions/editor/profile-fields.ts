import type { RuleMode } from "@kinora/domain/restrictions/policy.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { Policy, Profile } from "../queries.ts";

/** A profile as its form holds it: lists are texts with one entry per line. */
export interface ProfileFields {
  name: string;
  message: string;
  new_password: string;
  referrer_mode: RuleMode;
  referrers: string;
  referrers_empty: boolean;
  country_mode: RuleMode;
  countries: string[];
  country_unknown: boolean;
  address_mode: RuleMode;
  addresses: string;
  agent_mode: RuleMode;
  agents: string;
  signed: boolean;
  sessions: string;
  password: boolean;
  encrypted: boolean;
}

/** A profile as its form shows it. */
export const fieldsOf = ({ name, message, policy }: Profile): ProfileFields => ({
  name,
  message,
  new_password: "",
  referrer_mode: policy.referrers.mode,
  referrers: policy.referrers.entries.join("\n"),
  referrers_empty: policy.referrers.empty,
  country_mode: policy.countries.mode,
  countries: policy.countries.codes,
  country_unknown: policy.countries.unknown,
  address_mode: policy.addresses.mode,
  addresses: policy.addresses.ranges.join("\n"),
  agent_mode: policy.agents.mode,
  agents: policy.agents.patterns.join("\n"),
  signed: policy.signed,
  sessions: policy.sessions === null ? "" : String(policy.sessions),
  password: policy.password,
  encrypted: policy.encrypted,
});

/** The rules in the form, as the API takes them. */
export const policyOf = (fields: ProfileFields): Policy => ({
  referrers: {
    mode: fields.referrer_mode,
    // A pasted list may be divided by commas and blanks as well; no page has either.
    entries: fields.referrers.split(/[\s,;]+/).filter(Boolean),
    empty: fields.referrers_empty,
  },
  countries: { mode: fields.country_mode, codes: fields.countries, unknown: fields.country_unknown },
  addresses: { mode: fields.address_mode, ranges: fields.addresses.split(/[\s,;]+/).filter(Boolean) },
  agents: {
    mode: fields.agent_mode,
    patterns: fields.agents
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  },
  signed: fields.signed,
  sessions: fields.sessions.trim() === "" ? null : Number(fields.sessions),
  password: fields.password,
  encrypted: fields.encrypted,
});

const PLACES = {
  "policy.referrers": "referrers",
  "policy.countries": "countries",
  "policy.addresses": "addresses",
  "policy.agents": "agents",
  "policy.sessions": "sessions",
} as const;

/** The server's messages at the form's own fields: it names the entry of a list, the form shows the list. */
export function atFields(fields: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, messages]) => {
      const place = Object.entries(PLACES).find(([prefix]) => path.startsWith(prefix));
      return [place?.[1] ?? path, messages];
    }),
  );
}

/** What is missing or mistyped. */
export function fieldErrors(
  fields: ProfileFields,
  hadPassword: boolean,
  texts: { nameEmpty: string; sessionsWrong: string; passwordMissing: string },
): FormErrors {
  return {
    ...(fields.name.trim() === "" ? { name: texts.nameEmpty } : {}),
    ...(/^\s*(?:[1-9]\d*)?\s*$/.test(fields.sessions) ? {} : { sessions: texts.sessionsWrong }),
    ...(fields.password && !hadPassword && fields.new_password === "" ? { new_password: texts.passwordMissing } : {}),
  };
}
