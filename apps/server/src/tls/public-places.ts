import type { Config } from "../platform/config.ts";
import { reachedAt } from "../platform/settings/ports.ts";
import { WEB_ROLES, type WebRole } from "../platform/settings/public-urls.ts";

/** A role of this machine as people reach it over TLS. */
export interface PublicPlace {
  role: WebRole;
  /** As browsers know it, without a slash at its end. */
  origin: string;
  hostname: string;
  /** Of HTTPS, on this machine. */
  port: number;
  /** Where the role listens without TLS. */
  target: string;
}

/** The places that this machine serves over TLS; none where it serves no TLS. */
export function publicPlaces({ tls, roles, urls, ports, listenHost }: Config): PublicPlace[] {
  if (!tls) return [];
  return WEB_ROLES.filter((role) => roles.includes(role)).map((role) => {
    const { hostname, port } = new URL(urls[role]);
    const target = `http://${reachedAt(listenHost)}:${ports[role]}`;
    return { role, origin: urls[role], hostname, port: port === "" ? tls.httpsPort : Number(port), target };
  });
}

/** The names that this machine's certificate is for, each once: those of its places, and that of RTMPS. */
export function certificateNames(config: Config): string[] {
  const live = config.roles.includes("live") && config.rtmps?.listens ? [new URL(config.rtmps.url).hostname] : [];
  return [...new Set([...publicPlaces(config).map(({ hostname }) => hostname), ...live])];
}

/** Ports of TLS on this machine. */
export const httpsPorts = (config: Config): number[] => [...new Set(publicPlaces(config).map(({ port }) => port))];
