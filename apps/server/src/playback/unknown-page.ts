import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendNothingHere } from "../platform/http/addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { HASH } from "./paths.ts";
import { wantsJson } from "./problem-page.ts";
import { sendPage } from "./public-page.ts";
import { SHARE_POLICY, writeSharePage } from "./share-page.ts";

/** What follows an address in a sentence, as it is and as browsers escape it: punctuation, quotes, blanks, line ends. */
const TRAILING = "[/.,;:!)*\\]>\"']|%(?:0A|0D|20|22|27|29|2[CEF]|3[BE]|5D|C2%A0|E2%80%(?:8[BEF]|9[9D]))";
/** The address of a page as sites and people pass it on: with what follows it in a sentence, or options after `&`. */
const ALMOST = new RegExp(`^/+(v|embed)/+(${HASH})(?:${TRAILING})*(?:&(.*))?$`, "i");

/** The public id in the path of a page, as sites and people pass it on; null for any other path. */
export const hashInPath = (path: string): string | null => ALMOST.exec(path)?.[2] ?? null;

/** Redirects a request for what is almost the address of a page to that page; null for any other. */
function leadToPage({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [path = "", ...query] = url.split("?");
  const [, page, hash, options] = ALMOST.exec(path) ?? [];
  if ((method !== "GET" && method !== "HEAD") || page === undefined || hash === undefined) return null;
  const address = `/${page.toLowerCase()}/${hash}`;
  // The last try: it is not redirected to itself.
  if (address === path) return null;
  const asked = [options, ...query].filter((part) => part !== undefined && part !== "").join("&");
  return reply.redirect(asked === "" ? address : `${address}?${asked}`, 301);
}

/** Redirects a request with a slash after an address that there is; null for any other. */
function leadToAddress({ method, url, server }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [path = "", ...query] = url.split("?");
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  const address = path.slice(0, end);
  const isAnswered =
    address !== path && !address.startsWith("//") && server.answered.methodsAt(address).includes(method);
  if (!isAnswered) return null;
  return reply.redirect([address, ...query].join("?"), 301);
}

/** Leads requests that the routes of pages take for a page of another id to the page that is meant. */
export function leadToPages(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.page !== undefined) return leadToPage(request, reply) ?? undefined;
    return undefined;
  });
}

/**
 * Answers addresses at which there is nothing: one that is almost a page's leads to that page, one with a slash at its end
 * to the address without, any other is a page for people. Programs that ask for JSON get the JSON of refusals.
 */
export function answerUnknownPages(files: PageFiles, edgeUrl: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const reads = request.method === "GET" || request.method === "HEAD";
    const led = leadToPage(request, reply) ?? (reads ? leadToAddress(request, reply) : null);
    if (led) return led;
    if (!reads || wantsJson(request)) return sendNothingHere(request, reply);
    return sendPage(reply.status(404), SHARE_POLICY, false, writeSharePage(files, edgeUrl, null));
  };
}
