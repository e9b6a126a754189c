import { asciiMailAddress, parseMailAddress } from "@kinora/domain/people/mail-address.ts";
import * as oidc from "openid-client";
import { z } from "zod";
import { isStorable } from "../../platform/http/storable-text.ts";
import type { LoginRequest } from "../request.ts";
import { redirectUri } from "./begin.ts";
import { detailOf, discoverProvider, isSilent } from "./provider-client.ts";
import type { OwnProvider } from "./provider-row.ts";
import { ProviderRefused } from "./refused.ts";
import type { Start } from "./starts.ts";

/** Who a provider says that the browser is. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Lower case. */
  email: string;
  firstName: string;
  lastName: string;
  /** Whether the provider asked for more than a password. */
  factor: boolean;
  /** Its id of the session that it began, by which it may end it later; null when it names none. */
  sid: string | null;
}

const NAME_MAX = 100;
const text = z.string().optional().catch(undefined);
/** An id of the provider's, which is stored as it is: two that differ must not become one. */
export const providerId = z.string().min(1).max(500).refine(isStorable);
const claims = z.object({
  sub: providerId,
  email: text,
  // Some providers write it as a text, and null where they do not know; what means nothing is no proof.
  email_verified: z
    .union([
      z.boolean(),
      z
        .string()
        .toLowerCase()
        .pipe(z.enum(["true", "false"])),
    ])
    .nullish()
    .catch(false),
  given_name: text,
  family_name: text,
  name: text,
  amr: z.union([z.array(z.string()), z.string().transform((words) => words.split(/[\s,]+/))]).catch([]),
  sid: providerId.optional().catch(undefined),
});
type Claims = z.infer<typeof claims>;

/**
 * Trades the code of a provider's answer for its ID token, and reads who it names. `openid-client` checks the state, the issuer of
 * the answer (RFC 9207) and of the token, its signature, audience, times and nonce.
 * @throws ProviderRefused
 */
export async function readIdentity(
  request: LoginRequest,
  { provider, start, answer }: { provider: OwnProvider; start: Start; answer: string },
): Promise<Identity> {
  const callback = new URL(redirectUri(request.config, provider.accountId));
  callback.search = new URL(answer, callback).search;
  try {
    const configuration = await discoverProvider(request.config, provider);
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: start.state,
      expectedNonce: start.nonce,
      pkceCodeVerifier: start.verifier,
      idTokenExpected: true,
    });
    const said = claims.parse(tokens.claims());
    return identityOf(provider, await withEmail(configuration, tokens.access_token, said));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Providers may keep the email for the userinfo endpoint (OpenID Connect Core 1.0 §5.4); the library compares its `sub`. */
async function withEmail(configuration: oidc.Configuration, accessToken: string, said: Claims): Promise<Claims> {
  if (said.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return said;
  const more = claims.parse(await oidc.fetchUserInfo(configuration, accessToken, said.sub));
  return { ...more, amr: said.amr, sid: said.sid };
}

function identityOf({ issuer }: OwnProvider, said: Claims): Identity {
  const email = asciiMailAddress(said.email?.trim() ?? "").toLowerCase();
  if (parseMailAddress(email) === null) throw new ProviderRefused("no_email");
  // Without the claim, the proof of the domain stands for it: the provider is that of the domain's owner.
  if (said.email_verified === false || said.email_verified === "false")
    throw new ProviderRefused("unverified_email", { email });
  const { first, last } = namesIn(said.name ?? "");
  return {
    issuer,
    subject: said.sub,
    email,
    firstName: nameOf(said.given_name ?? first),
    lastName: nameOf(said.family_name ?? last),
    factor: said.amr.includes("mfa"),
    sid: said.sid ?? null,
  };
}

/** What stands behind a name and a comma without being a first name. */
const TITLE = /^(?:jr|sr|ii|iii|iv|esq|ph\.?\s?d|m\.?d|mba|msc|bsc|llm)\.?$/i;

/** The first name and the rest of a whole name. Directories write `Lovelace, Ada`, some with a department behind it. */
function namesIn(said: string): { first: string; last: string } {
  const name = said.trim().slice(0, 2 * NAME_MAX);
  const [surname = "", behind = "", ...more] = name.split(",");
  const given = (behind.split("(", 1)[0] ?? "").trim();
  if (given !== "" && more.length === 0 && !TITLE.test(given)) return { first: given, last: surname.trim() };
  const [first = "", ...rest] = name.split(/\s+/);
  return { first, last: rest.join(" ") };
}

const nameOf = (given: string): string =>
  given
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();

function refusalOf(error: unknown): ProviderRefused {
  if (error instanceof ProviderRefused) return error;
  const detail = detailOf(error);
  if (error instanceof oidc.AuthorizationResponseError) {
    const said = `${error.error}${error.error_description ? `: ${error.error_description}` : ""}`;
    return new ProviderRefused("cancelled", { detail: said.slice(0, 300) });
  }
  return new ProviderRefused(isSilent(error) ? "unreachable" : "untrusted", { detail });
}
