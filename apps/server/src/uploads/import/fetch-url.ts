import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { decodeAs } from "@kinora/domain/text-bytes.ts";
import type { FetchHeader } from "@kinora/domain/uploads/fetch-header.ts";
import { sharedFileAddress } from "@kinora/domain/uploads/shared-file.ts";
import { ClosedAddress, publicLookup } from "../../platform/http/public-address.ts";
import { decoded } from "./content-coding.ts";

/** Why a URL could not be fetched; `passing` when a retry may help. */
export class FetchProblem extends Error {
  readonly code: "url_unreachable" | "url_not_media" | "timeout";
  readonly passing: boolean;

  constructor(code: FetchProblem["code"], message: string, passing = false) {
    super(message);
    this.code = code;
    this.passing = passing;
  }
}

export interface FetchedUrl {
  body: Readable;
  /** Null when the server did not declare it. */
  sizeBytes: number | null;
  /** Where the redirects ended. */
  address: string;
  /** The media type of the answer, with its parameters; empty when it has none. */
  type: string;
  /** The Content-Disposition of the answer. */
  disposition: string | undefined;
}

interface Reach {
  allowPrivate: boolean;
  signal: AbortSignal;
  /** Whether answers are taken that are plainly no media, as pages and pictures. */
  anyType?: boolean;
  /** Checks where each hop leads. */
  guard?: typeof publicLookup;
}

/** As many as browsers follow: files of podcasts are behind a redirect of each service that counts them. */
const HOPS = 20;
const REDIRECTED_MS = 60_000;
const ANSWER_MS = 20_000;
const SILENCE_MS = 60_000;
/** For a whole file of a few megabytes. */
const SMALL_FILE_MS = 60_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Servers send what they do not know as plain text, and MPEG-TS as the translations of Qt, whose files end in `.ts` as well. */
const NO_MEDIA =
  /^(text\/(?!plain|vnd\.trolltech\.linguist)|image\/|application\/(json|pdf|xml|xhtml|javascript|vnd\.apple\.mpegurl|x-mpegurl|dash\+xml|zip)|audio\/(x-)?mpegurl)/i;

/**
 * Opens a URL on the public web. The resolved address is checked at connect time, on every hop, so neither a name that
 * resolves to this machine or its network nor a redirect to them is followed. Of a link that people share, the file behind it
 * is opened. The header is sent to the URL's own origin (scheme, host and port) only, and dropped from the first redirect to
 * another origin on.
 * @throws FetchProblem
 */
export async function openUrl(
  address: string,
  { header, ...options }: Reach & { header?: FetchHeader },
): Promise<FetchedUrl> {
  let url = checked(sharedFileAddress(address));
  let secret = url.origin === checked(address).origin ? (header ?? null) : null;
  const latest = performance.now() + REDIRECTED_MS;
  for (let hop = 0; hop <= HOPS; hop++) {
    const answer = await ask(url, options, secret);
    const status = answer.statusCode ?? 0;
    if (!REDIRECTS.has(status)) return opened(answer, status, url.href, options.anyType);
    answer.destroy();
    if (performance.now() > latest)
      throw new FetchProblem("timeout", "The address redirected for more than a minute.", true);
    const location = targetOf(answer.headers.location);
    if (!location || !URL.canParse(location, url.href))
      throw new FetchProblem("url_unreachable", "The address leads nowhere: its server redirects without a target.");
    const next = checked(new URL(location, url).href);
    if (next.origin !== url.origin) secret = null;
    url = next;
  }
  throw new FetchProblem("url_unreachable", `The address redirects more than ${HOPS} times.`);
}

/** Servers send letters as they are, in UTF-8, where an address has escapes; headers are read as Latin-1. */
function targetOf(location: string | undefined): string | undefined {
  return location === undefined ? undefined : (decodeAs(Buffer.from(location, "latin1"), "utf-8")?.text ?? location);
}

function checked(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new FetchProblem("url_unreachable", "Only http and https addresses can be imported.");
  if (url.username || url.password)
    throw new FetchProblem("url_unreachable", "The address must not carry a user name or password.");
  return url;
}

function ask(
  url: URL,
  { allowPrivate, signal, guard = publicLookup }: Reach,
  secret: FetchHeader | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(problemOf(error));
    try {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const lookup = guard(url.hostname, allowPrivate);
      const headers = {
        accept: "video/*,audio/*,application/octet-stream;q=0.9,*/*;q=0.5",
        "accept-encoding": "identity",
        "user-agent": "Kinora",
        ...(secret ? { [secret.name.toLowerCase()]: secret.value } : {}),
      };
      const request = send(url.href, { agent: false, lookup, headers, signal });
      // A timer of its own: the socket's would restart with each byte of a slow header.
      const patience = setTimeout(
        () => request.destroy(new FetchProblem("timeout", "The server did not answer in time.", true)),
        ANSWER_MS,
      );
      request.on("response", resolve);
      request.on("error", refuse);
      for (const end of ["response", "close"]) request.once(end, () => clearTimeout(patience));
      request.end();
    } catch (error) {
      // An IP address is refused before a connection is opened.
      refuse(error);
    }
  });
}

function problemOf(error: unknown): Error {
  if (error instanceof FetchProblem) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  if (error.name === "AbortError") return error;
  if (error instanceof ClosedAddress)
    return new FetchProblem("url_unreachable", "This address is not on the public web.");
  const code = "code" in error ? String(error.code) : error.message;
  return new FetchProblem("url_unreachable", `The server could not be reached (${code}).`, true);
}

function opened(body: IncomingMessage, status: number, address: string, anyType = false): FetchedUrl {
  const type = body.headers["content-type"] ?? "";
  if (status !== 200) {
    body.destroy();
    throw new FetchProblem(
      "url_unreachable",
      `The server answered with HTTP ${status}.`,
      status >= 500 || status === 429,
    );
  }
  if (!anyType && NO_MEDIA.test(type)) {
    body.destroy();
    throw new FetchProblem("url_not_media", `The address leads to ${type.split(";")[0] ?? type}, not to a video file.`);
  }
  body.setTimeout(SILENCE_MS, () =>
    body.destroy(new FetchProblem("timeout", "The server sent nothing for a minute.", true)),
  );
  const { "content-length": said, "content-encoding": coding = "", "content-disposition": disposition } = body.headers;
  const plain = decoded(body, coding);
  if (!plain) {
    body.destroy();
    throw new FetchProblem("url_not_media", `The server sends the file compressed (${coding}).`);
  }
  const length = Number(said);
  const known = plain === body && said !== undefined && Number.isSafeInteger(length) && length >= 0;
  return { body: plain, sizeBytes: known ? length : null, address, type, disposition };
}

/**
 * Fetches a small file of any type, such as a feed or captions.
 * @returns its bytes, its media type, and the address at the end of the redirects.
 * @throws FetchProblem, also for a file of more than `maximumBytes`.
 */
export async function readUrl(
  address: string,
  { maximumBytes, ...reach }: Omit<Reach, "anyType"> & { maximumBytes: number },
): Promise<{ bytes: Buffer; type: string; address: string }> {
  const late = AbortSignal.timeout(SMALL_FILE_MS);
  const signal = AbortSignal.any([reach.signal, late]);
  try {
    const { body, type, address: last } = await openUrl(address, { ...reach, signal, anyType: true });
    return { bytes: await readWhole(body, maximumBytes), type, address: last };
  } catch (error) {
    if (error instanceof FetchProblem || reach.signal.aborted) throw error;
    if (late.aborted) throw new FetchProblem("timeout", "The file was not received within a minute.", true);
    throw new FetchProblem("url_unreachable", "The connection closed before the whole file was received.", true);
  }
}

/** Reads a body to its end. @throws FetchProblem for more than `maximumBytes`. */
export async function readWhole(body: Readable, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maximumBytes)
      throw new FetchProblem("url_not_media", `The file has more than ${inMegabytes(maximumBytes)}.`);
  }
  return Buffer.concat(chunks);
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** Whether a file's first bytes are those of a page, a playlist or a document. */
export function isPlainlyNoMedia(head: Buffer): boolean {
  const text = head
    .subarray(0, 64)
    .toString("latin1")
    .replace(/^\u00EF\u00BB\u00BF/, "")
    .trimStart()
    .toLowerCase();
  return ["<!doctype", "<html", "<?xml", "<head", "#extm3u", "%pdf"].some((beginning) => text.startsWith(beginning));
}
