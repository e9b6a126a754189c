import type { Device } from "./player-report.ts";

/** In this order: browsers name those they are compatible with. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/YaBrowser\//, "Yandex"],
  [/UCBrowser\//, "UC Browser"],
  [/Vivaldi\//, "Vivaldi"],
  [/DuckDuckGo\//, "DuckDuckGo"],
  [/FBAN|FBAV|Instagram/, "Facebook"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+.* Safari\/|AppleCoreMedia|iPhone|iPad/, "Safari"],
];

const TV =
  /SmartTV|SMART-TV|Smart TV|GoogleTV|Android TV|Apple ?TV|AppleTV|HbbTV|NetCast|Web0S|WebOS|Tizen.*TV|BRAVIA|Roku|CrKey|PlayStation|Xbox/i;
/** Models of Amazon's, such as AFTMM; a word like Craft is none. */
const FIRE_TV = /\bAFT[A-Z]/;
const TABLET = /iPad|Tablet|PlayBook|Silk\/|Kindle|Android(?!.*Mobile)/;
const PHONE = /iPhone|iPod|Mobile|Windows Phone|BlackBerry/;
const DESKTOP = /Windows NT|Macintosh|X11|CrOS|Linux/;

/** The kind of device behind a User-Agent header. Newer iPads say that they are Macs, and count as such. */
export function deviceOf(agent: string): Device {
  if (TV.test(agent) || FIRE_TV.test(agent)) return "tv";
  if (TABLET.test(agent)) return "tablet";
  if (PHONE.test(agent)) return "phone";
  return DESKTOP.test(agent) ? "desktop" : "other";
}

/** The browser behind a User-Agent header, without its version. */
export const browserOf = (agent: string): string => BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? "Other";

/** What automatic clients call themselves: crawlers, previews, monitors, libraries and browsers without a screen. */
const BOTS =
  /bot\b|bot[/_-]|crawl|spider|slurp|mediapartners|facebookexternalhit|whatsapp|embedly|preview|headless|lighthouse|pagespeed|phantomjs|puppeteer|playwright|selenium|cypress|monitor|pingdom|uptime|statuscake|scan|fetcher|archiver|curl\/|wget\/|python|java\/|okhttp|go-http-client|axios|node-fetch|undici|libwww|httpclient|apache-http|^node$|^$/i;

/** Those whose names say nothing of it. What names a page about itself is no browser. */
const NAMED_BOTS =
  /\bgoogle(?:other|-)|meta-external|facebookcatalog|-user\/|synthetic|gtmetrix|debugbear|ptst\/|prerender|iframely|site24x7|https?:\/\//i;

/** The model that Android names after its version: phones are called CUBOT, and scanners and monitors have browsers. */
const MODEL = /\b(Android [\d.]+);[^()]*/;

/** Whether a User-Agent header is one of an automatic client that says so. */
export function isBot(agent: string): boolean {
  const named = agent.trim().replace(MODEL, "$1");
  return BOTS.test(named) || NAMED_BOTS.test(named);
}
