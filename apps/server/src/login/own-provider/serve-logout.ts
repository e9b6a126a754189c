import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../context.ts";
import type { Config } from "../../platform/config.ts";
import { LogoutTokens, STRANGER, WrongLogoutToken } from "./logout-token.ts";
import { detailOf, isSilent, ProviderProblem } from "./provider-client.ts";
import { findProvider } from "./provider-row.ts";
import { endProviderSessions } from "./signed-out.ts";

/** Where an account's provider says that it ended a session. */
export const logoutUri = ({ urls }: Pick<Config, "urls">, accountId: number): string =>
  `${urls.login}/provider/${accountId}/logout`;

/** A token has a signature and a handful of claims. */
const BODY_BYTES = 16 * 1024;

/**
 * `POST /provider/{account}/logout`: an account's provider ends sessions that it began (OpenID Connect Back-Channel Logout 1.0 §2.5).
 * No browser is involved: the signed token alone says who asks. Every refusal is 400, as §2.8 has it.
 */
export async function serveProviderLogout(app: FastifyInstance, services: Services): Promise<void> {
  const tokens = new LogoutTokens(services.config);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { account: string }; Body: string }>("/provider/:account/logout", (request, reply) =>
      endSessions(services, tokens, request, reply),
    );
  });
}

async function endSessions(
  services: Services,
  tokens: LogoutTokens,
  request: FastifyRequest<{ Params: { account: string }; Body: string }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { account } = request.params;
  const accountId = /^[1-9]\d{0,14}$/.test(account) ? Number(account) : 0;
  const token = new URLSearchParams(request.body ?? "").get("logout_token") ?? "";
  const provider = await findProvider(services.db, services.secrets, accountId);
  try {
    if (!provider) throw new WrongLogoutToken(STRANGER);
    await endProviderSessions(services, provider, await tokens.read(provider, token), request.ip);
  } catch (error) {
    if (!(error instanceof WrongLogoutToken || error instanceof ProviderProblem || isSilent(error))) throw error;
    request.log.info({ err: error, account: accountId, detail: detailOf(error) }, "a provider's logout was refused");
    const why = error instanceof WrongLogoutToken ? error.message : "The provider's keys could not be read.";
    return reply.status(400).send({ error: "invalid_request", error_description: why });
  }
  return reply.status(200).send();
}
