import { ConfigError, url, type Environment } from "./setting.ts";

/** The roles that browsers reach, each at an origin of its own. */
export const WEB_ROLES = ["console", "login", "api", "edge"] as const;
export type WebRole = (typeof WEB_ROLES)[number];

/** The setting with the public address of a role. */
export const urlSetting = (role: WebRole): string => `KINORA_${role.toUpperCase()}_URL`;

/**
 * The public addresses of the roles: those that are set, else the fallbacks. Each is an origin, so without a path, and no
 * two are the same: cookies, the console's policy and the inertness of uploaded files rest on it (docs/decisions/0068).
 * @throws ConfigError naming what to set instead.
 */
export function publicUrls(env: Environment, fallbacks: Record<WebRole, string>): Record<WebRole, string> {
  const read = (role: WebRole) => originOf(urlSetting(role), url(env, urlSetting(role), fallbacks[role]));
  const urls = { console: read("console"), login: read("login"), api: read("api"), edge: read("edge") };
  for (const [index, role] of WEB_ROLES.entries()) {
    const same = WEB_ROLES.slice(0, index).find((other) => urls[other] === urls[role]);
    if (same)
      throw new ConfigError(
        `${urlSetting(same)} and ${urlSetting(role)} must differ, but both are ${urls[role]}: ${eachItsOwn(urls[role])}`,
      );
    if (urls.console.startsWith("https:") && urls[role].startsWith("http:"))
      throw new ConfigError(
        `${urlSetting(role)} must begin with https:// as KINORA_CONSOLE_URL does, not be ${urls[role]}: browsers would block it.`,
      );
  }
  return urls;
}

/** An address that is nothing but an origin. @throws ConfigError */
export function originOf(setting: string, address: string): string {
  const { protocol, origin, pathname, search, hash, username, password } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:")
    throw new ConfigError(`${setting} must begin with https:// or http://, not be ${address}.`);
  if (username || password) throw new ConfigError(`${setting} must not have a name or a password.`);
  if (pathname !== "/" || search || hash)
    throw new ConfigError(`${setting} must have no path, but is ${address}: ${eachItsOwn(origin)}`);
  return origin;
}

/** What to do instead, with the operator's own name in it. */
function eachItsOwn(address: string): string {
  const { hostname } = new URL(address);
  const name = hostname.replace(/^(?:console|login|api|edge)\./, "");
  return `console, login, API and edge each need an origin of their own, by name (https://login.${name}) or, with one name and one certificate, by port (https://${name}:8441). See docs/operations/public-server.md.`;
}

/** Where this machine reaches the roles that it calls itself. */
export type InternalUrls = Record<"login" | "api" | "edge", string>;

/**
 * How roles reach each other: what is set, else loopback for a role of this machine, else its public address.
 * @param own the addresses of this machine's roles on loopback; null for roles it has not.
 * @throws ConfigError for an address with a path.
 */
export function internalUrls(
  env: Environment,
  own: Record<keyof InternalUrls, string | null>,
  urls: Record<keyof InternalUrls, string>,
): InternalUrls {
  const read = (role: keyof InternalUrls) => {
    const setting = internalSetting(role);
    return originOf(setting, url(env, setting, own[role] ?? urls[role]));
  };
  return { login: read("login"), api: read("api"), edge: read("edge") };
}

/** The setting with the address at which other roles reach a role. */
export const internalSetting = (role: keyof InternalUrls): string => `KINORA_${role.toUpperCase()}_INTERNAL_URL`;
