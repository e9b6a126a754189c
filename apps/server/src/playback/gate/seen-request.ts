import type { IncomingMessage } from "node:http";

/** What browsers say of a page that they fetch before anybody asks for it (Fetch §3.7, and names before it). */
const AHEAD = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/**
 * Whether a person sees what is answered: not to a HEAD, nor where a browser fetches ahead what may never be shown. What is
 * rendered ahead (`prefetch;prerender`) counts: it is shown without another request.
 */
export function isSeen({
  method,
  headers,
}: Partial<Pick<IncomingMessage, "method">> & Pick<IncomingMessage, "headers">): boolean {
  const [purpose = ""] = AHEAD.flatMap((name) => headers[name] ?? []);
  return method !== "HEAD" && (!/^(?:prefetch|preview)/i.test(purpose) || /prerender/i.test(purpose));
}
