import type { OwnHeader } from "@kinora/domain/webhooks/own-headers.ts";
import { z } from "zod";
import { Refusal } from "../platform/refusal.ts";
import { seal, unseal } from "../platform/secrets/sealed.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";

const PURPOSE = "webhook headers";
const headers = z.array(z.object({ name: z.string(), value: z.string() }));

/** A header as people set it: without a value it keeps the one it has. */
export interface HeaderSetting {
  name: string;
  value?: string | null | undefined;
}

/** The headers of a webhook, which are sealed because their values may be secrets. */
export function openHeaders({ encryptionKey }: Secrets, sealed: Buffer | null): OwnHeader[] {
  return sealed === null ? [] : headers.parse(JSON.parse(unseal(encryptionKey, PURPOSE, sealed)));
}

export const sealHeaders = ({ encryptionKey }: Secrets, own: readonly OwnHeader[]): Buffer | null =>
  own.length === 0 ? null : seal(encryptionKey, PURPOSE, JSON.stringify(own));

/**
 * The headers after a change.
 * @param before those that may keep their values; none where the messages go to another server from now on.
 * @throws Refusal `invalid` for one without a value that has none yet.
 */
export function changedHeaders(before: readonly OwnHeader[], wanted: readonly HeaderSetting[]): OwnHeader[] {
  return wanted.map(({ name, value }) => {
    const kept = value ?? before.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
    if (kept !== undefined) return { name, value: kept };
    const message = `Write the value of the header ${name}. It is not stored for this address.`;
    throw new Refusal("invalid", message, { fields: { headers: [message] } });
  });
}

/** What differs, for the audit log: names, never values. */
export function headerChanges(before: readonly OwnHeader[], after: readonly OwnHeader[]): Record<string, unknown> {
  const [old, now] = [before, after].map((own) => own.map(({ name }) => name));
  const replaced = after
    .filter(({ name, value }) => before.some((each) => each.name === name && each.value !== value))
    .map(({ name }) => name);
  return {
    ...(JSON.stringify(old) === JSON.stringify(now) ? {} : { headers: [old, now] }),
    ...(replaced.length === 0 ? {} : { header_values_replaced: replaced }),
  };
}
