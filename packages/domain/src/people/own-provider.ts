import { parseMailAddress } from "./mail-address.ts";

/** Mail domains one account may claim. */
export const PROVIDER_DOMAINS_MAX = 20;
export const ISSUER_MAX = 500;
export const CLIENT_ID_MAX = 300;
export const CLIENT_SECRET_MAX = 1_000;

/** The host name of a mail address, in lower case; empty for what is no address. */
export const mailDomain = (email: string): string => parseMailAddress(email)?.domain ?? "";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a text is a host name that mail addresses can end with: two labels or more, in ASCII and lower case. */
export function isMailDomain(text: string): boolean {
  const labels = text.split(".");
  const last = labels.at(-1) ?? "";
  return text.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(last);
}

/** The name of the TXT record that proves a domain. */
export const proofName = (domain: string): string => `_kinora.${domain}`;
/** What that record holds. */
export const proofValue = (token: string): string => `kinora-domain=${token}`;

/** Why a sign-in with an organization's own provider was refused, in words for the person. */
export const PROVIDER_REFUSALS = {
  cancelled: "Your organization's provider did not sign you in.",
  over: "This sign-in took too long, was used before or was started in another browser. Start again.",
  off: "Your organization has changed how it signs in. Start again.",
  unreachable: "Your organization's provider does not answer. Try again later, or ask its administrator.",
  untrusted: "The answer of your organization's provider could not be trusted. Ask an owner of your account.",
  no_email: "Your organization's provider did not say which email address you have. Ask an owner of your account.",
  unverified_email: "Your organization's provider has not verified your email address. Ask its administrator.",
  foreign_domain: "Your email address does not belong to a domain of this organization.",
  own_way: "This person does not sign in with an organization. Use your password.",
  blocked: "This sign-in is blocked. Ask an owner of your account.",
  linked: "Your email address belongs to another person of your provider. Ask an owner of your account.",
  no_place: "Your organization has not chosen what new people join. Ask an owner of your account.",
  no_seat: "Your organization's plan has no seat left. Ask an owner of your account.",
  required: "Your organization asks you to sign in with its own provider. Use “Sign in with your organization”.",
  leaves_domain:
    "Your organization asks you to sign in with its own provider, which has no people with this address. Ask an owner of your account.",
} as const;
export type ProviderRefusal = keyof typeof PROVIDER_REFUSALS;

/** The sentence of a refusal that an address names; null for anything else. */
export const providerRefusal = (name: string | null): string | null =>
  name !== null && Object.hasOwn(PROVIDER_REFUSALS, name) ? PROVIDER_REFUSALS[name as ProviderRefusal] : null;
