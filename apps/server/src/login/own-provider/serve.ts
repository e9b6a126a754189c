import type { FastifyInstance } from "fastify";
import type { Services } from "../../context.ts";
import { readLoginRequest } from "../request.ts";
import { finishProviderSignIn, type Finished } from "./finish.ts";

/** `GET /provider/{account}/callback`: a browser comes back from its organization's own provider. */
export function serveProviderCallback(app: FastifyInstance, services: Services): void {
  const { login } = services.config.urls;
  app.get<{ Params: { account: string }; Querystring: { state?: string | string[] } }>(
    "/provider/:account/callback",
    async (request, reply) => {
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      const { state } = request.query;
      const { account } = request.params;
      const finished = await finishProviderSignIn(await readLoginRequest(services, request, reply), {
        accountId: /^[1-9]\d{0,14}$/.test(account) ? Number(account) : 0,
        state: typeof state === "string" ? state : "",
        address: request.url,
      });
      return reply.redirect(addressOf(login, finished), 303);
    },
  );
}

/** Signed in, the browser continues; otherwise the login page says why, or asks for the code. */
function addressOf(login: string, finished: Finished): string {
  const query = new URLSearchParams(finished.wayBack as Record<string, string>);
  if ("refused" in finished) {
    query.set("refused", finished.refused);
    return `${login}/login?${query.toString()}`;
  }
  const { next, second_factor: factor } = finished;
  if (!factor) return next;
  // Behind the #, where neither servers nor their logs see it.
  const asked = new URLSearchParams({
    ticket: factor.ticket,
    app: String(factor.app),
    passkey: String(factor.passkey),
  });
  return `${login}/login?${query.toString()}#${asked.toString()}`;
}
