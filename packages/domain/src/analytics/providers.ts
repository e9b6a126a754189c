import type { OwnCounting } from "./own-counting.ts";
import { pixelProblem, serverProblem } from "./pixel-macros.ts";
import { VIEW_EVENTS, type ViewEvent } from "./view-events.ts";

export const MATOMO_URL_MAX = 500;

/** Where a project's players report views to, and what is counted here. A provider whose address is empty is none. */
export interface AnalyticsProviders extends OwnCounting {
  google: { measurement_id: string };
  matomo: { url: string; site_id: number };
  pixel: { url: string };
  events: ViewEvent[];
  /** Nothing is loaded or sent before the page around a player says that its viewer consents. */
  consent: boolean;
}

export const NO_PROVIDERS: AnalyticsProviders = {
  google: { measurement_id: "" },
  matomo: { url: "", site_id: 1 },
  pixel: { url: "" },
  events: [...VIEW_EVENTS],
  consent: true,
  own_addresses: [],
  kept_days: null,
};

/** The settings of a project; those that were added since they were saved have their defaults. */
export const completeProviders = (saved: Partial<AnalyticsProviders> | null | undefined): AnalyticsProviders => ({
  ...NO_PROVIDERS,
  ...saved,
});

const MEASUREMENT_ID = /^G-[A-Z0-9]{4,20}$/;

/** What is wrong with settings, by field. */
export function providerProblems({ google, matomo, pixel }: AnalyticsProviders): Record<string, string> {
  const problems: Record<string, string> = {};
  const { measurement_id: id } = google;
  if (id !== "" && !MEASUREMENT_ID.test(id)) problems["google.measurement_id"] = "Enter an ID such as G-ABC1234567.";
  if (matomo.url !== "" && (serverProblem(matomo.url) || /[?#]/.test(matomo.url)))
    problems["matomo.url"] = "Enter the address of your Matomo, such as https://matomo.example.com.";
  const wrongPixel = pixel.url === "" ? null : pixelProblem(pixel.url);
  if (wrongPixel !== null) problems["pixel.url"] = wrongPixel;
  return problems;
}

/** What an embed page gets of the settings; null when it has nothing to report. */
export interface EmbedAnalytics {
  /** Measurement ID. */
  google: string | null;
  matomo: { url: string; site_id: number } | null;
  pixel: string | null;
  events: ViewEvent[];
  consent: boolean;
}

/** The settings as an embed page gets them; null when no provider or no event is configured. */
export function embedAnalytics({ google, matomo, pixel, events, consent }: AnalyticsProviders): EmbedAnalytics | null {
  const told = {
    google: google.measurement_id || null,
    matomo: matomo.url === "" ? null : matomo,
    pixel: pixel.url || null,
  };
  if (events.length === 0 || (!told.google && !told.matomo && !told.pixel)) return null;
  return { ...told, events, consent };
}

/** The sources that an embed page's content security policy adds for its providers. */
export function analyticsSources({ google, matomo, pixel }: EmbedAnalytics): { script: string[]; connect: string[] } {
  const connect = [matomo?.url, pixel].flatMap((url) => (url ? [new URL(url).origin] : []));
  if (google === null) return { script: [], connect: [...new Set(connect)] };
  const hosts = ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"];
  return { script: ["https://www.googletagmanager.com"], connect: [...new Set([...connect, ...hosts])] };
}
