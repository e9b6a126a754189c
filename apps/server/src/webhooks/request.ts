import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { ANSWER_BYTES, ATTEMPT_MS } from "@kinora/domain/webhooks/retries.ts";
import { ClosedAddress, publicLookup } from "../platform/http/public-address.ts";

export interface Answer {
  /** HTTP status; null without an answer. */
  status: number | null;
  headers: Record<string, string>;
  /** The first 64 kB, as UTF-8. */
  body: string;
  /** Why there is no answer, or not all of it, in words for people. */
  error: string | null;
}

/** The receiver closed a connection that was kept open, as it may at any time, while a request was sent on it. */
class StaleConnection extends Error {
  readonly code = "ECONNRESET";
}

/** Sends requests over connections that stay open; those that may be private are kept apart from the others. */
export class Requests {
  readonly #agents = new Map<string, HttpAgent | HttpsAgent>();

  /**
   * Posts a body and reads up to 64 kB of the answer, within 5 s. The address is checked when the connection is made; redirects
   * are not followed. Resolves also when there is no answer.
   */
  async post(
    url: URL,
    headers: Record<string, string>,
    body: string,
    { allowPrivate, signal }: { allowPrivate: boolean; signal: AbortSignal },
  ): Promise<Answer> {
    const answer: Answer = { status: null, headers: {}, body: "", error: null };
    const ends = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const chunks: Buffer[] = [];
    try {
      const { protocol } = url;
      const send = (agent: HttpAgent | HttpsAgent | false) => this.#send(url, headers, body, allowPrivate, ends, agent);
      const response = await send(this.#agent(protocol === "https:", allowPrivate)).catch((error: unknown) => {
        if (error instanceof StaleConnection) return send(false);
        throw error;
      });
      answer.status = response.statusCode ?? 0;
      answer.headers = headersOf(response);
      await readBody(response, chunks);
    } catch (error) {
      answer.error = reasonOf(error);
    }
    // What arrived before the connection broke or the time was over helps to find out why.
    answer.body = textOf(chunks);
    return answer;
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #send(
    url: URL,
    headers: Record<string, string>,
    body: string,
    allowPrivate: boolean,
    signal: AbortSignal,
    agent: HttpAgent | HttpsAgent | false,
  ): Promise<IncomingMessage> {
    const lookup = publicLookup(url.hostname, allowPrivate);
    const isTls = url.protocol === "https:";
    return new Promise((resolve, reject) => {
      const send = isTls ? httpsRequest : httpRequest;
      const request: ClientRequest = send(url, {
        method: "POST",
        agent,
        lookup,
        signal,
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
      });
      request.on("response", resolve);
      request.on("error", (error: Error & { code?: string }) => {
        const isClosed = error.code === "ECONNRESET" || error.code === "EPIPE";
        reject(request.reusedSocket && isClosed ? new StaleConnection() : error);
      });
      request.end(body);
    });
  }

  // A connection that was allowed to be private must not carry the requests of a webhook that is not.
  #agent(isTls: boolean, allowPrivate: boolean): HttpAgent | HttpsAgent {
    const name = `${isTls} ${allowPrivate}`;
    const options = { keepAlive: true, maxFreeSockets: 64, timeout: 15_000 };
    const agent = this.#agents.get(name) ?? (isTls ? new HttpsAgent(options) : new HttpAgent(options));
    this.#agents.set(name, agent);
    return agent;
  }
}

const storable = (text: string): string => text.replaceAll("\0", "\uFFFD");

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      storable(Array.isArray(value) ? value.join(", ") : (value ?? "")),
    ]),
  );

/** Adds what arrives to `chunks`, up to 64 kB and the last chunk's rest. */
async function readBody(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes >= ANSWER_BYTES) break;
  }
}

const textOf = (chunks: readonly Buffer[]): string =>
  storable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString("utf8"));

/** Why a request has no answer. */
function reasonOf(error: unknown): string {
  if (error instanceof ClosedAddress) return "The address is not on the public web.";
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError" || error.name === "TimeoutError")
    return `The receiver did not answer within ${ATTEMPT_MS / 1_000} seconds.`;
  const code = "code" in error ? String(error.code) : error.message;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "The name of the receiver has no address.";
  if (code === "ECONNREFUSED") return "The receiver refuses connections.";
  if (code === "ECONNRESET") return "The receiver closed the connection before it answered.";
  return `The receiver could not be reached (${storable(code)}).`;
}
