import { randomInt } from "node:crypto";
import { fillPixel } from "@kinora/domain/analytics/pixel-macros.ts";
import { NO_PROVIDERS, type AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import { matomoUrl, type ViewReport } from "@kinora/domain/analytics/view-events.ts";
import type { Context } from "../../context.ts";
import { requireValid } from "./providers.ts";
import { requestOnce, RequestProblem } from "./request-once.ts";

/** For each provider. */
const PATIENCE_MS = 10_000;
const GOOGLE_SCRIPT = "https://www.googletagmanager.com/gtag/js";

type Provider = "google" | "matomo" | "pixel";

interface ProviderTest {
  provider: Provider;
  ok: boolean;
  text: string;
  url: string;
  status: number | null;
  took_ms: number;
}

/**
 * Tries the providers that have an address, saved or not: sends a test event to Matomo and the pixel, and asks Google for the
 * script of the measurement ID, since its events are accepted unseen. Addresses must be on the public web.
 * @throws Refusal `invalid` at each field that is wrong.
 */
export async function testProviders(
  { config }: Pick<Context, "config">,
  providers: Pick<AnalyticsProviders, Provider>,
): Promise<ProviderTest[]> {
  requireValid({ ...NO_PROVIDERS, ...providers });
  const { google, matomo, pixel } = providers;
  const random = String(randomInt(1e9));
  const report: ViewReport = {
    event: "play",
    video: "test",
    title: "Test event of Kinora",
    seconds: 0,
    durationSeconds: 600,
    pageUrl: config.urls.console,
  };
  const urls: Record<Provider, string | null> = {
    google: google.measurement_id ? `${GOOGLE_SCRIPT}?id=${google.measurement_id}` : null,
    matomo: matomo.url ? matomoUrl(matomo, report, random) : null,
    pixel: pixel.url ? fillPixel(pixel.url, report, random) : null,
  };
  const tests = (["google", "matomo", "pixel"] as const).flatMap((provider) => {
    const url = urls[provider];
    return url === null ? [] : [testProvider(provider, url, config.allowPrivateUrls)];
  });
  return Promise.all(tests);
}

async function testProvider(provider: Provider, url: string, allowPrivate: boolean): Promise<ProviderTest> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const status = await requestOnce(url, allowPrivate, AbortSignal.timeout(PATIENCE_MS));
    const ok = status >= 200 && status < 300;
    const text = ok ? ACCEPTED[provider] : refusedText(provider, status);
    return { provider, ok, text, url, status, took_ms: took() };
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error;
    return { provider, ok: false, text: error.message, url, status: null, took_ms: took() };
  }
}

const ACCEPTED: Record<Provider, string> = {
  google: "Google has a script for this measurement ID. Look for the first views in its real-time report.",
  matomo: "Matomo accepted the test event. It appears in its visitor log.",
  pixel: "The server accepted the test event.",
};

function refusedText(provider: Provider, status: number): string {
  if (provider === "google" && status === 404) return "Google does not know this measurement ID.";
  if (status >= 300 && status < 400) return `The server redirects (${status}): enter the address it leads to.`;
  if (provider === "matomo" && status === 404) return "There is no matomo.php at this address (404).";
  return `The server answered with ${status}.`;
}
