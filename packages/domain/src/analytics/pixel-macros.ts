import { percentOf, type ViewReport } from "./view-events.ts";

export const PIXEL_URL_MAX = 2_000;

/** What a pixel URL may ask for. */
export const PIXEL_MACROS = [
  "event",
  "video_id",
  "video_title",
  "seconds",
  "duration",
  "percent",
  "page_url",
  "cachebuster",
] as const;
type PixelMacro = (typeof PIXEL_MACROS)[number];

const isMacro = (name: string): name is PixelMacro => PIXEL_MACROS.some((known) => known === name);

/** The pixel's URL for one event: its macros are replaced by percent-encoded values. */
export function fillPixel(url: string, report: ViewReport, cachebuster: string): string {
  const { event, video, title, seconds, durationSeconds, pageUrl } = report;
  const values: Record<PixelMacro, string> = {
    event,
    video_id: video,
    video_title: title,
    seconds: String(Math.floor(seconds)),
    duration: durationSeconds === null ? "" : String(Math.round(durationSeconds)),
    percent: String(percentOf(seconds, durationSeconds)),
    page_url: pageUrl,
    cachebuster,
  };
  return url.replaceAll(/\{([a-z_]+)\}/g, (text, name: string) =>
    isMacro(name) ? encodeURIComponent(values[name]) : text,
  );
}

const WRONG = "Enter an https URL, such as https://stats.example.com/p.gif?e={event}&v={video_id}.";

/** Why a pixel's URL cannot be used, for people; null when it can. */
export function pixelProblem(url: string): string | null {
  if (url.length > PIXEL_URL_MAX) return `A pixel URL can have up to ${PIXEL_URL_MAX} characters.`;
  for (const [, name] of url.matchAll(/\{([^{}]*)\}/g))
    if (name !== undefined && !isMacro(name))
      return `{${name}} is not a macro. Use ${PIXEL_MACROS.map((macro) => `{${macro}}`).join(", ")}.`;
  // A macro in the host would send viewers to whatever site a video's title names.
  const host = url.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/)[0] ?? "";
  return host.includes("{") || serverProblem(url.replaceAll(/\{[a-z_]+\}/g, "1")) ? WRONG : null;
}

/** Whether an address is none that events can be sent to. The policy of the embed page names its origin. */
export function serverProblem(url: string): boolean {
  if (/\s/.test(url) || !URL.canParse(url)) return true;
  const { protocol, hostname, username, password } = new URL(url);
  return !/^https?:$/.test(protocol) || !/^[a-z0-9.[\]:-]+$/.test(hostname) || username !== "" || password !== "";
}
