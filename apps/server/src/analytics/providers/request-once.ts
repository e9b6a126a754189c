import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { ClosedAddress, publicLookup } from "../../platform/http/public-address.ts";

/** Why a server has no answer, in words for people. */
export class RequestProblem extends Error {}

/**
 * The status that a server answers a GET with; redirects are not followed. The address is checked when the connection is made,
 * so that no name leads to this machine or its network.
 * @throws RequestProblem
 */
export function requestOnce(address: string, allowPrivate: boolean, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(problemOf(error));
    try {
      const url = new URL(address);
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const lookup = publicLookup(url.hostname, allowPrivate);
      const request = send(url.href, { agent: false, lookup, headers: { "user-agent": "Kinora" }, signal });
      request.on("response", (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      });
      request.on("error", refuse);
      request.end();
    } catch (error) {
      // An IP address is refused before a connection is opened.
      refuse(error);
    }
  });
}

function problemOf(error: unknown): RequestProblem {
  if (error instanceof ClosedAddress) return new RequestProblem("This address is not on the public web.");
  if (!(error instanceof Error)) return new RequestProblem(String(error));
  if (error.name === "AbortError" || error.name === "TimeoutError")
    return new RequestProblem("The server did not answer in time.");
  const code = "code" in error ? String(error.code) : error.message;
  return new RequestProblem(`The server could not be reached (${code}).`);
}
