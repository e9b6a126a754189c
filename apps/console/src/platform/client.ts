import { contract, type Contract } from "@kinora/contract/contract.ts";
import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { rememberCall } from "./last-call.ts";
import { problemOf, refusalFromBody } from "./problem.ts";
import { copyXsrfCookie, xsrfToken } from "./xsrf.ts";

type Listener = (message: string | null) => void;

let base: string | null = null;
let onUnauthorized: Listener = () => {};
let onForbidden: Listener = () => {};

/** Sets the API host that `GET {login}/host` named; null when nobody is signed in. */
export function setApiHost(host: string | null): void {
  base = host;
}

/** The API host without a trailing slash. @throws Error before the host is known, which is a fault of the caller. */
export function apiHost(): string {
  if (base === null) throw new Error("The API host is not known yet.");
  return base;
}

/** Says what happens on 401 and 403, wherever they come from (spec §7). */
export function onRefusedCalls(listeners: { unauthorized: Listener; forbidden: Listener }): void {
  onUnauthorized = listeners.unauthorized;
  onForbidden = listeners.forbidden;
}

/** A list in a query string is written `with[]=user` (spec §7), not with numbers in the brackets. */
export const plainBrackets = (url: string): string => url.replaceAll(/(?:%5B|\[)\d+(?:%5D|\])=/gi, "[]=");

async function send(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  const xsrf = xsrfToken();
  if (xsrf !== null) headers.set("X-XSRF-TOKEN", xsrf);
  const { method } = request;
  const url = plainBrackets(request.url);
  const body = method === "GET" ? null : (await request.text()) || null;
  rememberCall({ method, url, body }, headers.get("content-type"));
  const response = await fetch(url, {
    method,
    headers,
    signal: request.signal,
    credentials: "include",
    ...(body ? { body } : {}),
  });
  copyXsrfCookie();
  return response;
}

const link = new OpenAPILink(contract, {
  url: apiHost,
  fetch: send,
  customErrorResponseBodyDecoder: (body, response) => refusalFromBody(body, response.status),
  interceptors: [
    async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        const { status, message } = problemOf(error);
        if (status === 401) onUnauthorized(message);
        if (status === 403) onForbidden(message);
        throw error;
      }
    },
  ],
});

/** Every call of the API, typed by the contract. Errors are read with `problemOf`. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);
