import type { Config } from "../config.ts";

/** Attributes every cookie of ours has unless said otherwise: for this host only, not readable by scripts. */
export interface CookieOptions {
  secure: boolean;
  /** 0 removes the cookie; without it the cookie lasts as long as the browser runs. */
  maxAgeSeconds?: number;
  /** A parent domain that shares the cookie. */
  domain?: string | undefined;
  readable?: boolean;
}

/**
 * The name of a cookie for the origin `publicUrl`. Cookies ignore ports (RFC 6265 §8.5), so the login application's port
 * distinguishes installations on one host name. Under https the prefix makes browsers refuse the cookie from anyone but this
 * very host (RFC 6265bis §4.1.3.2).
 */
export function hostCookieName({ urls }: Pick<Config, "urls">, name: string, publicUrl: string): string {
  const { port } = new URL(urls.login);
  const own = port === "" ? name : `${name}_${port}`;
  return isSecure(publicUrl) ? `__Host-${own}` : own;
}

/** The name of an API host's session cookie; it differs between cells of one installation, too. */
export const apiSessionName = (config: Pick<Config, "urls" | "cell">): string =>
  hostCookieName(config, `kinora_api_${config.cell}`, config.urls.api);

/** Whether a public URL is reached over TLS, and its cookies therefore are `Secure`. */
export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith("https:");

/** One Set-Cookie header. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  return [
    `${name}=${value}`,
    "Path=/",
    ...(options.domain ? [`Domain=${options.domain}`] : []),
    ...(options.maxAgeSeconds === undefined ? [] : [`Max-Age=${options.maxAgeSeconds}`]),
    ...(options.readable ? [] : ["HttpOnly"]),
    ...(options.secure ? ["Secure"] : []),
    "SameSite=Lax",
  ].join("; ");
}

/** The value of one cookie in a Cookie header; values of ours need no decoding. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
