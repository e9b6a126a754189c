import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import { xmlText } from "@kinora/domain/ads/xml-bytes.ts";
import { ClosedAddress, publicLookup } from "../platform/http/public-address.ts";

/** The answer to an ad request. */
export interface TagAnswer {
  status: number;
  body: string;
}

/** Why an ad tag has no answer, in words for people. */
export class TagProblem extends Error {
  /** HTTP status of the answer, if there was one. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

export interface TagReach {
  /** Whether a URL may lead to this machine or its network; asked for each hop. */
  mayBePrivate(url: URL): boolean;
  signal: AbortSignal;
}

const LATE = "The ad server did not answer in time.";
const HOPS = 5;
const BODY_BYTES = 512 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Requests an ad tag on the public web. The address is checked when the connection is made, on each hop, so that neither a name
 * nor a redirect leads to this machine or its network. Answers of more than 512 KiB are refused.
 * @throws TagProblem
 */
export async function fetchTag(address: string, reach: TagReach): Promise<TagAnswer> {
  let url = checked(address);
  for (let hop = 0; hop <= HOPS; hop++) {
    const answer = await ask(url, reach);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (!REDIRECTS.has(status)) return { status, body: await read(answer, status, reach.signal) };
    answer.destroy();
    if (!location || !URL.canParse(location, url.href))
      throw new TagProblem("The ad server redirects to no valid address.", status);
    url = checked(new URL(location, url).href);
  }
  throw new TagProblem(`The ad server redirects more than ${HOPS} times.`);
}

function checked(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TagProblem("Only http and https URLs can be requested.");
  if (url.username || url.password) throw new TagProblem("The URL must not contain a user name or password.");
  return url;
}

function ask(url: URL, { mayBePrivate, signal }: TagReach): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(problemOf(error));
    try {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const lookup = publicLookup(url.hostname, mayBePrivate(url));
      const headers = {
        accept: "application/xml,text/xml,*/*;q=0.5",
        "accept-encoding": "identity",
        "user-agent": "Kinora",
      };
      const request = send(url.href, { agent: false, lookup, headers, signal });
      request.on("response", resolve);
      request.on("error", refuse);
      request.end();
    } catch (error) {
      // An IP address is refused before a connection is opened.
      refuse(error);
    }
  });
}

async function read(answer: IncomingMessage, status: number, signal: AbortSignal): Promise<string> {
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) answer.destroy(new TagProblem("The answer is larger than 512 KiB.", status));
  });
  try {
    return xmlText(await buffer(answer), answer.headers["content-type"] ?? "");
  } catch (error) {
    // A body that is cut off by the signal fails like one that the server cut off.
    throw signal.aborted ? new TagProblem(LATE, status) : problemOf(error);
  }
}

function problemOf(error: unknown): TagProblem {
  if (error instanceof TagProblem) return error;
  if (error instanceof ClosedAddress) return new TagProblem("This address is not on the public web.");
  if (!(error instanceof Error)) return new TagProblem(String(error));
  if (error.name === "AbortError" || error.name === "TimeoutError") return new TagProblem(LATE);
  const code = "code" in error ? String(error.code) : error.message;
  return new TagProblem(`The ad server could not be reached (${code}).`);
}
