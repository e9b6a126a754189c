import { fillPixel } from "@kinora/domain/analytics/pixel-macros.ts";
import type { EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import { googleEvent, matomoUrl, type ViewReport } from "@kinora/domain/analytics/view-events.ts";

const GOOGLE_SCRIPT = "https://www.googletagmanager.com/gtag/js";
const SIGNALS = ["analytics_storage", "ad_storage", "ad_user_data", "ad_personalization"] as const;

interface Providers {
  /** Loads what the providers need, once it is allowed, and says whether it still is. */
  ready(): void;
  send(report: ViewReport): void;
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The providers of a project: Google's own script, which stores nothing where it is `cookieless`, and plain requests to the others. */
export function createProviders(
  { google, matomo, pixel }: EmbedAnalytics,
  may: () => boolean,
  cookieless: boolean,
): Providers {
  let hasScript = false;
  return {
    ready() {
      if (google === null || (!hasScript && !may())) return;
      if (hasScript) return gtag("consent", "update", signals(!cookieless && may()));
      hasScript = true;
      loadGoogle(google, !cookieless);
    },
    send(report) {
      if (google !== null && hasScript) {
        const { name, parameters } = googleEvent(report);
        gtag("event", name, { ...parameters, send_to: google });
      }
      if (matomo) request(matomoUrl(matomo, report, random()));
      if (pixel !== null) request(fillPixel(pixel, report, random()));
    },
  };
}

/** Consent mode (developers.google.com/tag-platform/security/guides/consent): measuring alone is granted, ads never. */
const signals = (granted: boolean): Record<string, string> =>
  Object.fromEntries(
    SIGNALS.map((signal) => [signal, granted && signal === "analytics_storage" ? "granted" : "denied"]),
  );

// gtag.js reads `arguments` objects from the layer, and leaves arrays alone.
function gtag(..._values: unknown[]): void {
  window.dataLayer ??= [];
  window.dataLayer.push(arguments);
}

function loadGoogle(id: string, mayStore: boolean): void {
  gtag("consent", "default", signals(mayStore));
  gtag("js", new Date());
  // Views are reported by their events; a frame is no page.
  gtag("config", id, { send_page_view: false });
  const script = document.createElement("script");
  script.async = true;
  script.src = `${GOOGLE_SCRIPT}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** Requests survive the page; their answers are of no interest, and no cookie goes along. */
function request(url: string): void {
  fetch(url, { mode: "no-cors", credentials: "omit", keepalive: true, cache: "no-store" }).catch(() => undefined);
}

const random = (): string => String(Math.floor(Math.random() * 1e9));
