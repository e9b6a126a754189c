import type { FastifyReply, FastifyRequest } from "fastify";
import { sendNothingHere } from "../platform/http/addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { HASH } from "./paths.ts";
import { wantsJson } from "./problem-page.ts";
import { sendPage } from "./public-page.ts";
import { SHARE_POLICY, writeSharePage } from "./share-page.ts";

/** The address of a page as sites and people pass it on: with a slash or the punctuation of a sentence after it. */
const ALMOST = new RegExp(`^/+(v|embed)/+(${HASH})(?:[/.,;:!)\\]>"']|%20|%22|%3E|%5D)*$`, "i");

/**
 * Answers addresses at which there is nothing: one that is almost a page's leads to that page, any other is a page for
 * people. Programs that ask for JSON get the JSON of refusals.
 */
export function answerUnknownPages(files: PageFiles, edgeUrl: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = "", ...query] = request.url.split("?");
    const [, page, hash] = ALMOST.exec(path) ?? [];
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && page !== undefined && hash !== undefined) {
      const address = `/${page.toLowerCase()}/${hash}`;
      // The last try: it is not redirected to itself.
      if (address !== path) return reply.redirect([address, ...query].join("?"), 301);
    }
    if (!reads || wantsJson(request)) return sendNothingHere(request, reply);
    return sendPage(reply.status(404), SHARE_POLICY, false, writeSharePage(files, edgeUrl, null));
  };
}
