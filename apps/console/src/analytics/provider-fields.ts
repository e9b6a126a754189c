import { KEPT_DAYS } from "@kinora/domain/analytics/own-counting.ts";
import type { AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import type { ViewEvent } from "@kinora/domain/analytics/view-events.ts";
import type { Providers } from "./queries.ts";

/** The settings as the form holds them. */
export interface ProviderFields {
  measurementId: string;
  matomoUrl: string;
  siteId: string;
  pixelUrl: string;
  events: ViewEvent[];
  consent: boolean;
  /** One address or range a line. */
  ownAddresses: string;
  /** Days; empty: for good. */
  keptDays: string;
}

/** Names of the server's messages that differ from the form's. */
const PROVIDER_NAMES: Record<string, string> = {
  "google.measurement_id": "measurementId",
  "matomo.url": "matomoUrl",
  "matomo.site_id": "siteId",
  "pixel.url": "pixelUrl",
  kept_days: "keptDays",
};

export const fieldsOf = ({ google, matomo, pixel, events, consent, ...counting }: Providers): ProviderFields => ({
  measurementId: google.measurement_id,
  matomoUrl: matomo.url,
  siteId: String(matomo.site_id),
  pixelUrl: pixel.url,
  events,
  consent,
  ownAddresses: counting.own_addresses.join("\n"),
  keptDays: String(counting.kept_days ?? ""),
});

/** The form, as the API takes it. */
export const settingsOf = (fields: ProviderFields): AnalyticsProviders => ({
  google: { measurement_id: fields.measurementId },
  matomo: { url: fields.matomoUrl, site_id: Number(fields.siteId) },
  pixel: { url: fields.pixelUrl },
  events: fields.events,
  consent: fields.consent,
  own_addresses: fields.ownAddresses.split("\n").filter((line) => line.trim() !== ""),
  kept_days: KEPT_DAYS.find((days) => String(days) === fields.keptDays) ?? null,
});

/** Whether saving deletes figures that are kept now. */
export const keepsLess = (before: Providers, { kept_days: days }: AnalyticsProviders): boolean =>
  days !== null && (before.kept_days === null || days < before.kept_days);

/** The server's messages by the form's names. */
export function messagesOf(fields: Readonly<Record<string, string[]>>): Record<string, string[]> {
  const named: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(fields)) {
    // An address is named in its message: its number in the list is of no use.
    const name = path.startsWith("own_addresses") ? "ownAddresses" : (PROVIDER_NAMES[path] ?? path);
    named[name] = [...(named[name] ?? []), ...messages];
  }
  return named;
}
