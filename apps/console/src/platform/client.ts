import { contract, type Contract } from "@kinora/contract/contract.ts";
import { createORPCClient, DynamicLink } from "@orpc/client";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { rememberCall } from "./last-call.ts";
import { problemOf, refusalFromBody } from "./problem.ts";
import { copyXsrfCookie, xsrfToken } from "./xsrf.ts";

type Listener = (message: string | null) => void;

let base: string | null = null;
let onUnauthorized: Listener = () => {};
let onForbidden: Listener = () => {};
let onMaintenance: () => void = () => {};

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

/** Says what happens when a call is refused because of maintenance. */
export function onCallsInMaintenance(listener: () => void): void {
  onMaintenance = listener;
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

const linkOf = (operations: AnyContractRouter) =>
  new OpenAPILink(operations, {
    url: apiHost,
    fetch: send,
    customErrorResponseBodyDecoder: (body, response) => refusalFromBody(body, response.status),
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          const { status, code, message } = problemOf(error);
          if (status === 401) onUnauthorized(message);
          if (code?.endsWith("confirmation_required")) {
            const { proveIdentity } = await import("./identity.ts");
            // Who will not prove it knows why nothing happened.
            if (!(await proveIdentity(code === "confirmation_required" ? "any" : "factor"))) throw error;
            return next();
          }
          if (status === 403) onForbidden(message);
          if (code === "maintenance") onMaintenance();
          throw error;
        }
      },
    ],
  });

const link = linkOf(contract);

/** Rooms that few people call, most of them superusers: their paths come with the first call. */
const OPERATOR_ROOMS: readonly string[] = ["advanced", "billing"];

const chosenLink = new DynamicLink(async (_options, [room = ""]) =>
  OPERATOR_ROOMS.includes(room) ? linkOf((await import("./operator-contract.ts")).operatorContract) : link,
);

/** Every call of the API, typed by the contract. Errors are read with `problemOf`. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(chosenLink);
