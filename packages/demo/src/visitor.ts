import { contract, type Contract } from "@kinora/contract/contract.ts";
import { LOGIN_HEADER, LOGIN_PREFIX, loginContract } from "@kinora/contract/people/login.ts";
import { CommandError } from "@kinora/server/cli/command.ts";
import type { Config } from "@kinora/server/platform/config.ts";
import { internalAddress } from "@kinora/server/platform/http/internal-address.ts";
import { createORPCClient, ORPCError } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { CookieJar } from "./cookie-jar.ts";

/** The addresses of an installation. */
type Urls = Pick<Config, "urls" | "internalUrls">;

type Headers = Record<string, string>;

/** A caller of the API: a person who is signed in, or an API key. */
export interface Visitor {
  api: JsonifiedClient<ContractRouterClient<Contract>>;
  /** Headers that name the caller, for uploads. */
  headers(): Headers;
}

type Login = JsonifiedClient<ContractRouterClient<typeof loginContract>>;

/** A caller with an API key. */
export const keyVisitor = (config: Urls, key: string): Visitor =>
  visitor(config, () => ({ authorization: `Bearer ${key}` }));

/** Signs a person in as a browser does: at the login application, then on the API host. @throws CommandError */
export async function signIn(
  config: Urls,
  { email, password }: { email: string; password: string },
): Promise<Visitor & { login: Login }> {
  const { urls } = config;
  const jar = new CookieJar((request) => sendInside(config, request));
  const origin = { origin: urls.login, [LOGIN_HEADER]: "1" };
  const login: Login = createORPCClient(
    new OpenAPILink(loginContract, {
      url: urls.login + LOGIN_PREFIX,
      headers: origin,
      fetch: (request) => jar.fetch(request),
      customErrorResponseBodyDecoder: refusal,
    }),
  );
  await login.signIn({ email, password });
  const arrived = await jar.follow(`${urls.api}/session/start`, [urls.api, urls.login]);
  if (!arrived.startsWith(`${urls.console}/dashboard`))
    throw new CommandError(`${email} couldn't sign in: the login application redirected to ${arrived}.`);
  const headers = (): Headers => ({
    cookie: jar.header(new URL(urls.api)),
    "x-xsrf-token": jar.value("XSRF-TOKEN") ?? "",
  });
  return { ...visitor(config, headers), login };
}

function visitor(config: Urls, headers: () => Headers): Visitor {
  const link = new OpenAPILink(contract, {
    ...{ url: config.urls.api, headers, customErrorResponseBodyDecoder: refusal },
    fetch: (request, init) => sendInside(config, request, init),
  });
  return { api: createORPCClient(link), headers };
}

/** Sends a request for a public address to the role itself, which this machine reaches even where it has no way outside. */
export const sendInside = (config: Urls, request: Request, init: RequestInit = {}): Promise<Response> =>
  fetch(new Request(internalAddress(config, request.url), request), init);

/** The sentence of a refusal, with those of its fields. */
function refusal(body: unknown, response: { status: number }): ORPCError<"REFUSED", unknown> {
  const { message = `The API answered ${response.status}.`, errors = {} } = body as {
    message?: string;
    errors?: Record<string, string[]>;
  };
  const fields = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(" ")}`);
  return new ORPCError("REFUSED", { status: response.status, message: [message, ...fields].join(" ") });
}
