import type { RequestListener } from "node:http";
import type { PublicPlace } from "./public-places.ts";

/** What the port without TLS knows. */
export interface PlainAnswers {
  /** The answer to a challenge of ACME (RFC 8555, 8.3), by its token. */
  challenges: ReadonlyMap<string, string>;
  /** Why there is no certificate yet, as a sentence; null when there is one. */
  missingCertificate(): string | null;
}

const CHALLENGE = "/.well-known/acme-challenge/";

/** Answers challenges, and redirects everything else to the same page over TLS. */
export function answerPlain(places: readonly PublicPlace[], known: PlainAnswers): RequestListener {
  return ({ url = "/", headers }, response) => {
    const say = (status: number, text: string, more: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...more })
        .end(text);
    if (url.startsWith(CHALLENGE)) {
      const answer = known.challenges.get(url.slice(CHALLENGE.length));
      return answer === undefined ? say(404, "There is no such challenge.\n") : say(200, answer);
    }
    const host = (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
    const place = places.find(({ hostname }) => hostname === host);
    if (!place || !url.startsWith("/")) return say(404, "This machine serves no such name.\n");
    const missing = known.missingCertificate();
    if (missing !== null) return say(503, `${missing}\n`, { "retry-after": "10" });
    return say(308, "", { location: place.origin + url });
  };
}
