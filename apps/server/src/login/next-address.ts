import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { findHost } from "./host.ts";
import { allowedRedirect, needsNoApiSession } from "./redirects.ts";
import type { LoginSession } from "./sessions.ts";

export interface WayBackRequest {
  redirect?: string | undefined;
  account_id?: string | undefined;
}

/**
 * Where a signed-in browser goes: to the API host of the account, which begins its own session and sends it on to the
 * page it came from.
 */
export async function nextAddress(services: Services, session: LoginSession, wayBack: WayBackRequest): Promise<string> {
  const { config } = services;
  const { url } = allowedRedirect(config, wayBack.redirect, `${config.urls.console}/dashboard`);
  if (needsNoApiSession(config, url)) return url;
  const { host } = await findHost(services, session, wayBack.account_id).catch((error: unknown) => {
    // An account the person has left must not keep them from the others.
    if (error instanceof Refusal) return findHost(services, session, undefined);
    throw error;
  });
  return `${host}/session/start?redirect=${encodeURIComponent(url)}`;
}
