import { parseAddress } from "./addresses.ts";
import type { RestrictionPolicy } from "./policy.ts";

const LONGEST_ENTRY = 300;
/** Schemes under which programs show the pages they bring along (Electron, Capacitor, Cordova, Ionic, Tauri); these send no referrer. */
const APPS = ["app:", "capacitor:", "file:", "ionic:", "tauri:"];

/** A page, or the reason why a text names none. */
export type ReferrerEntry = { entry: string } | { problem: string };

/**
 * Brings a typed entry to its one spelling: `example.com`, `*.example.com`, `example.com:8080` or `example.com/shop`.
 * A scheme of the web, a query and a final slash are dropped; letters of other scripts become punycode (RFC 3492).
 */
export function normaliseReferrer(typed: string): ReferrerEntry {
  const text = typed.trim();
  const problem = (why: string): ReferrerEntry => ({ problem: `“${text.slice(0, 60)}” ${why}` });
  // Looking for what is at the end of a far longer text would take the square of its length.
  if (text.length > 10 * LONGEST_ENTRY) return problem(`is longer than ${LONGEST_ENTRY} characters.`);
  if (text === "*") return problem("allows every page. Choose “Allow all” instead.");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^https?:\/\//i.test(text)) return problem("is not a web address.");
  const bare = text
    .replace(/^https?:\/\//i, "")
    .replace(/[?#].*$/, "")
    // An entry holds for all pages below it, as others write it with a wildcard.
    .replace(/(?<=.)\/\*$/, "");
  const wildcard = bare.startsWith("*.");
  const rest = wildcard ? bare.slice(2) : bare;
  if (/[\s@\\*]/.test(rest) || rest === "" || rest.startsWith("/")) return problem("must look like example.com.");
  if (!URL.canParse(`http://${rest}`)) return problem("must look like example.com.");
  // The URL parser drops 80 as the port of http; 443 is dropped likewise, since pages of https have none either.
  const { hostname, port: written, pathname } = new URL(`http://${rest}`);
  const port = written === "443" ? "" : written;
  const host = withoutFinalDots(hostname);
  if (!/^[a-z0-9[\]:._-]+$/.test(host)) return problem("must look like example.com.");
  if (wildcard && (isAddress(host) || !host.includes("."))) return problem("puts a wildcard where none can stand.");
  const path = pathname.replace(/\/+$/, "");
  const entry = `${wildcard ? "*." : ""}${host}${port === "" ? "" : `:${port}`}${path}`;
  return entry.length > LONGEST_ENTRY ? problem(`is longer than ${LONGEST_ENTRY} characters.`) : { entry };
}

/** `example.com.` is the same host as `example.com` (RFC 1034 §3.1), and browsers keep further dots as well. */
const withoutFinalDots = (host: string): string => host.replace(/\.+$/, "");

/** What a page is matched by. */
export interface PageAddress {
  host: string;
  port: string;
  path: string;
}

/** The host, port and path of a page's URL; null for a URL that is no web page's. */
export function parsePage(url: string): PageAddress | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return null;
  return { host: withoutFinalDots(hostname), port, path: pathname };
}

/** The entry that a page falls under; undefined for none. Entries are normalised. */
export function matchingEntry(entries: readonly string[], page: PageAddress): string | undefined {
  return entries.find((entry) => covers(entry, page));
}

/**
 * The sources of Content-Security-Policy's `frame-ancestors` (CSP3 §6.4.2) for a policy: the allowed pages and our own, and
 * apps where pages without a referrer are allowed. Null where any page may frame, and where no list can say which: a source
 * is no IPv6 address. Paths have no effect there.
 */
export function frameAncestors(
  { referrers }: Pick<RestrictionPolicy, "referrers">,
  own: readonly string[],
): string | null {
  if (referrers.mode !== "only" || referrers.entries.some((entry) => entry.startsWith("["))) return null;
  const hosts = referrers.entries.map((entry) => {
    const host = entry.split("/")[0] ?? "";
    return /:\d+$/.test(host) ? host : `${host}:*`;
  });
  const pages = new Set(hosts.flatMap((host) => [`https://${host}`, `http://${host}`]));
  return ["'self'", ...own, ...pages, ...(referrers.empty ? APPS : [])].join(" ");
}

function covers(entry: string, page: PageAddress): boolean {
  const [, pattern = "", port, path = ""] = /^(\*?[^:/[]*(?:\[[^\]]*\])?)(?::(\d+))?(\/.*)?$/.exec(entry) ?? [];
  if (port !== undefined && port !== page.port) return false;
  const isHost = pattern.startsWith("*.") ? page.host.endsWith(pattern.slice(1)) : page.host === pattern;
  return isHost && (path === "" || page.path === path || page.path.startsWith(`${path}/`));
}

const isAddress = (host: string) => parseAddress(host.replace(/^\[|\]$/g, "")) !== null;
