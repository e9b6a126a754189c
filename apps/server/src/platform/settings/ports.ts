import { isIP } from "node:net";
import { BAD_PORTS } from "../http/bad-ports.ts";
import { EVERYWHERE } from "../http/both-families.ts";
import type { InternalUrls, WebRole } from "./public-urls.ts";
import { ConfigError, port, type Environment } from "./setting.ts";
import type { TlsConfig } from "./tls.ts";

export function plainUrls(ports: Record<WebRole, number>, host: string): Record<WebRole, string> {
  const at = (role: WebRole) => `http://${host}:${ports[role]}`;
  return { console: at("console"), login: at("login"), api: at("api"), edge: at("edge") };
}

/** Behind Kinora's own TLS the roles need no port that others reach. */
export function listenAddress(env: Environment, tls: TlsConfig | null): string {
  const address = env["KINORA_LISTEN_HOST"] || (tls ? "127.0.0.1" : EVERYWHERE);
  if (isIP(address) !== 0) return address;
  throw new ConfigError(`KINORA_LISTEN_HOST must be an address of this machine such as 127.0.0.1, not "${address}".`);
}

/** Where the roles of this machine are reached on it. */
export function loopbackUrls(
  own: readonly string[],
  ports: Record<WebRole, number>,
  listenHost: string,
): Record<keyof InternalUrls, string | null> {
  const host = reachedAt(listenHost);
  const read = (role: keyof InternalUrls) => (own.includes(role) ? `http://${host}:${ports[role]}` : null);
  return { login: read("login"), api: read("api"), edge: read("edge") };
}

/** The host of a URL by which this machine reaches what listens on an address of it. */
export function reachedAt(listenHost: string): string {
  if (listenHost === EVERYWHERE || listenHost === "::") return "127.0.0.1";
  return isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost;
}

/** KINORA_PORT: the first of seven ports in a row, all of which a browser or `fetch` has to be able to reach. */
export function basePort(env: Environment): number {
  const base = port(env, "KINORA_PORT", 4000);
  const bad = Array.from({ length: 7 }, (_, index) => base + index).find((number) => BAD_PORTS.has(number));
  if (bad === undefined) return base;
  throw new ConfigError(
    `KINORA_PORT must not be ${base}: Kinora uses ${base} to ${base + 6}, and browsers refuse port ${bad} (Fetch standard, "Port blocking").`,
  );
}

export function browserPort(env: Environment, name: string, fallback: number): number {
  const value = port(env, name, fallback);
  if (!BAD_PORTS.has(value)) return value;
  throw new ConfigError(`${name} must not be ${value}: browsers refuse this port (Fetch standard, "Port blocking").`);
}
