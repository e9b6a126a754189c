import {
  levelIn,
  levelPermissions,
  mayHaveOrigins,
  scopeKind,
  type KeyResource,
  type ResourceLevel,
  type ScopeKind,
} from "@kinora/domain/api-keys/scopes.ts";
import { knownPermissions, scopePermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { ApiKey } from "./queries.ts";

export const EXPIRIES = ["30", "90", "365", "never", "keep"] as const;
type Expiry = (typeof EXPIRIES)[number];
const DAY_MS = 86_400_000;

/** A key as its form holds it: lists are texts with one entry a line. */
export interface KeyFields {
  name: string;
  scope: ScopeKind;
  /** What a custom key may do. */
  permissions: Permission[];
  expiry: Expiry;
  addresses: string;
  origins: string;
}

/** The form of a new key. */
export const newKey = (scope: ScopeKind): KeyFields => ({
  name: "",
  scope,
  permissions: [],
  expiry: "90",
  addresses: "",
  origins: "",
});

/** A key as its form shows it. */
export function fieldsOf({ name, scopes, expires_at: expires, addresses, origins }: ApiKey): KeyFields {
  const scope = scopeKind(scopes);
  return {
    name,
    scope,
    permissions: scope === "custom" ? scopePermissions(scopes) : [],
    expiry: expires === null ? "never" : "keep",
    addresses: addresses.join("\n"),
    origins: origins.join("\n"),
  };
}

/** The scopes that the form means. */
export const scopesOf = ({ scope, permissions }: Pick<KeyFields, "scope" | "permissions">) =>
  scope === "custom" ? permissions : [scope];

/** The form, as the API takes it. `kept` is the expiry that the key has. */
export function settingsOf(fields: KeyFields, kept: string | null, now: Date) {
  const scopes = scopesOf(fields);
  return {
    name: fields.name,
    scopes,
    addresses: entriesOf(fields.addresses),
    // The field is not shown where a key may have none.
    origins: mayHaveOrigins(scopes) ? entriesOf(fields.origins) : [],
    expires_at: expiryOf(fields.expiry, kept, now),
  };
}

function expiryOf(expiry: Expiry, kept: string | null, now: Date): string | null {
  if (expiry === "never") return null;
  return expiry === "keep" ? kept : new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();
}

// A pasted list may be divided by commas and blanks as well; neither an address nor an origin has any.
const entriesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** What is missing, by field. */
export function checkFields(
  { name, scope, permissions }: KeyFields,
  words: { nameEmpty: string; scopesEmpty: string },
): FormErrors {
  return {
    ...(name.trim() === "" ? { name: words.nameEmpty } : {}),
    ...(scope === "custom" && permissions.length === 0 ? { permissions: words.scopesEmpty } : {}),
  };
}

/** The permissions after a level of a resource was chosen. */
export function withLevel(permissions: readonly Permission[], resource: KeyResource, level: ResourceLevel) {
  const all = levelPermissions(resource, "manage");
  const others = permissions.filter((permission) => !all.includes(permission));
  return knownPermissions([...others, ...levelPermissions(resource, level)]);
}

/** The level of a resource in the form; `part` where it is none of them. */
export const levelOf = (permissions: readonly Permission[], resource: KeyResource): ResourceLevel | "part" =>
  levelIn(resource, new Set(permissions)) ?? "part";
