import type { Config } from "../platform/config.ts";
import { INTERACTION_PATH } from "./oidc-provider.ts";

/** Where a browser goes after signing in or out. */
export interface WayBack {
  url: string;
  /** The host shown before the person signs in. */
  host: string;
}

const LONGEST_REDIRECT = 2_000;
/** Pages of the login application that one comes back to. */
const OWN_PAGES = ["/profile", "/invitation"];

/**
 * The address a `redirect` parameter asks for when it belongs to us, otherwise `fallback`: pages of the console, the
 * profile, an invitation, the start of a session on an API host, and a sign-in of the provider that waits for an answer. Any other
 * would be an open redirect.
 */
export function allowedRedirect(
  config: Pick<Config, "urls" | "cells">,
  redirect: string | undefined,
  fallback: string,
): WayBack {
  const url = redirect && redirect.length <= LONGEST_REDIRECT ? parse(redirect) : null;
  const chosen = url && isOurs(config, url) ? url : new URL(fallback);
  return {
    url: chosen.href,
    host: chosen.origin === new URL(config.urls.console).origin ? chosen.host : new URL(fallback).host,
  };
}

/** True when the address is reached without a session on an API host, or begins one itself. */
export function needsNoApiSession(config: Pick<Config, "urls" | "cells">, address: string): boolean {
  return new URL(address).origin !== new URL(config.urls.console).origin;
}

function parse(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password ? url : null;
}

function isOurs({ urls, cells }: Pick<Config, "urls" | "cells">, url: URL): boolean {
  if (url.origin === new URL(urls.console).origin) return true;
  if (url.origin === new URL(urls.login).origin)
    return OWN_PAGES.includes(url.pathname) || url.pathname.startsWith(`${INTERACTION_PATH}/`);
  return Object.values(cells).some((api) => new URL(api).origin === url.origin && url.pathname === "/session/start");
}
