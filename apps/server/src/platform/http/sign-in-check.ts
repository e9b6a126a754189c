import { z } from "zod";
import type { Config } from "../config.ts";
import { internalSetting } from "../settings/public-urls.ts";
import { issuerUrl } from "./cells.ts";
import { Impairment, type Check } from "./health.ts";
import { internalAddress } from "./internal-address.ts";

type Own = Pick<Config, "urls" | "internalUrls">;

const PATIENCE_MS = 5_000;

const metadata = z.object({ issuer: z.string(), jwks_uri: z.string(), token_endpoint: z.string() });
const keys = z.object({ keys: z.array(z.object({ kid: z.string() })).min(1) });

/**
 * Asks the login application for what an API host asks it during a sign-in: its metadata (OpenID Connect Discovery 1.0, 4)
 * and its keys. @throws Error with a sentence that names what to set.
 */
export async function trySignIn(config: Own): Promise<void> {
  const issuer = issuerUrl(config);
  const found = metadata.safeParse(await read(config, `${issuer}/.well-known/openid-configuration`));
  if (!found.success) throw new Error(`${config.internalUrls.login} is no login application of Kinora. ${reaching}`);
  if (found.data.issuer !== issuer)
    throw new Error(
      `The login application says that it is ${found.data.issuer}, and this machine that it is ${issuer}: give both the same KINORA_LOGIN_URL.`,
    );
  if (!keys.safeParse(await read(config, found.data.jwks_uri)).success)
    throw new Error(`The login application at ${config.internalUrls.login} has no keys.`);
}

/** The check of /readyz. An API that reached the login application once still serves everybody who is signed in. */
export function signInCheck(config: Own): Check {
  let worked = false;
  return async () => {
    try {
      await trySignIn(config);
      worked = true;
    } catch (error) {
      if (worked && error instanceof Error) throw new Impairment(error.message);
      throw error;
    }
  };
}

const reaching = `Set ${internalSetting("login")} to the address at which this machine reaches the login role.`;

async function read(config: Own, address: string): Promise<unknown> {
  const at = internalAddress(config, address);
  try {
    const answer = await fetch(at, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: "application/json" },
    });
    if (answer.ok) return await answer.json().catch(() => null);
    await answer.body?.cancel();
    throw new Error(`it answers ${answer.status}`);
  } catch (error) {
    throw new Error(`Nobody can sign in: the login application is not reached at ${at}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Why a request failed, in words, and what mends it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${PATIENCE_MS / 1_000} s. ${reaching}`;
  const { cause } = error;
  if (!(cause instanceof Error) || !("code" in cause)) return `${error.message}. ${reaching}`;
  const code = String(cause.code);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `this machine does not know the name. ${reaching}`;
  if (code === "ECONNREFUSED") return `nothing listens there. ${reaching}`;
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `its certificate is not trusted (${code}). Set KINORA_CA_FILE to the authority that signed it.`;
  return `${cause.message}. ${reaching}`;
}
