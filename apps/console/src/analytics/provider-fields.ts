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
}

/** Names of the server's messages that differ from the form's. */
const PROVIDER_NAMES: Record<string, string> = {
  "google.measurement_id": "measurementId",
  "matomo.url": "matomoUrl",
  "matomo.site_id": "siteId",
  "pixel.url": "pixelUrl",
};

export const fieldsOf = ({ google, matomo, pixel, events, consent }: Providers): ProviderFields => ({
  measurementId: google.measurement_id,
  matomoUrl: matomo.url,
  siteId: String(matomo.site_id),
  pixelUrl: pixel.url,
  events,
  consent,
});

/** The form, as the API takes it. */
export const settingsOf = (fields: ProviderFields): AnalyticsProviders => ({
  google: { measurement_id: fields.measurementId },
  matomo: { url: fields.matomoUrl, site_id: Number(fields.siteId) },
  pixel: { url: fields.pixelUrl },
  events: fields.events,
  consent: fields.consent,
});

/** The server's messages by the form's names. */
export const messagesOf = (fields: Readonly<Record<string, string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([path, messages]) => [PROVIDER_NAMES[path] ?? path, messages]));
