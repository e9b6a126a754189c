const LONGEST_PAGE = 400;

/** `example.com.` is `example.com` (RFC 1034 §3.1), with a port or without. */
export function withoutFinalDots(host: string): string {
  const port = /:\d{1,5}$/.exec(host)?.[0] ?? "";
  let end = host.length - port.length;
  while (host[end - 1] === ".") end -= 1;
  return host.slice(0, end) + port;
}

/**
 * A page's origin and path, cut to 400 characters, without dots at the end of its host. Queries hold what is nobody's business: search
 * words, sessions of other sites.
 */
export function withoutQuery(page: string): string;
export function withoutQuery(page: string | null): string | null;
export function withoutQuery(page: string | null): string | null {
  if (page === null) return null;
  const { origin, pathname } = URL.canParse(page) ? new URL(page) : { origin: "null", pathname: "" };
  // Pages are stored: a text of PostgreSQL has no NUL.
  return (origin === "null" ? page.replaceAll("\0", "") : withoutFinalDots(origin) + pathname).slice(0, LONGEST_PAGE);
}

/** What the console frames without a pass, as its page of embeds, is no embed. */
export const isConsole = (page: string | null, consoleUrl: string): boolean =>
  page !== null && URL.canParse(page) && new URL(page).origin === new URL(consoleUrl).origin;
