import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { CustomFetch, CustomFetchOptions } from "openid-client";
import { ClosedAddress, publicLookup } from "../../platform/http/public-address.ts";

/** Why a provider has no answer, in words for people. */
export class ProviderSilent extends Error {}

const ANSWER_MS = 8_000;
const ANSWER_BYTES = 512 * 1024;

/**
 * Requests of a provider, which a stranger may have named: its address is checked when the connection is made, as are those its
 * configuration names; redirects are not followed, and what is slow or larger than 512 KiB is no answer.
 */
export function guardedFetch(allowPrivate: boolean): CustomFetch {
  return async (address, options) => {
    const ends = AbortSignal.timeout(ANSWER_MS);
    const signal = options.signal ? AbortSignal.any([ends, options.signal]) : ends;
    try {
      const answer = await send(new URL(address), options, { allowPrivate, signal });
      return await responseOf(answer);
    } catch (error) {
      throw problemOf(error, new URL(address).host, signal);
    }
  };
}

function send(
  url: URL,
  { method, headers, body }: CustomFetchOptions,
  { allowPrivate, signal }: { allowPrivate: boolean; signal: AbortSignal },
): Promise<IncomingMessage> {
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    throw new ProviderSilent(`${url.host} is not asked: its address does not begin with https.`);
  const text = body === undefined || body === null ? "" : bodyText(body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method,
      agent: false,
      lookup: publicLookup(url.hostname, allowPrivate),
      signal,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        "user-agent": "Kinora",
        ...(text === "" ? {} : { "content-length": Buffer.byteLength(text) }),
      },
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(text);
  });
}

function bodyText(body: NonNullable<CustomFetchOptions["body"]>): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("A provider is sent forms only.");
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new ProviderSilent("The answer is larger than 512 KiB.");
  }
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) throw new ProviderSilent(`The answer has the status ${status}.`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers });
}

function problemOf(error: unknown, host: string, signal: AbortSignal): ProviderSilent {
  if (error instanceof ProviderSilent) return error;
  if (error instanceof ClosedAddress) return new ProviderSilent(`${host} is not on the public web.`, { cause: error });
  if (signal.aborted) return new ProviderSilent(`${host} did not answer in time.`, { cause: error });
  const code = error instanceof Error ? ("code" in error ? String(error.code) : error.message) : String(error);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new ProviderSilent(`The name ${host} has no address.`);
  if (code === "ECONNREFUSED") return new ProviderSilent(`${host} refuses connections.`);
  return new ProviderSilent(`${host} could not be reached (${code}).`, { cause: error });
}
