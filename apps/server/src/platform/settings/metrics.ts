import { ConfigError, type Environment } from "./setting.ts";

export interface MetricsConfig {
  /** The address the metrics port listens on. */
  host: string;
  /** What a scraper has to send as a bearer token; null on loopback, where it may be left out. */
  token: string | null;
}

const LEAST_TOKEN_LENGTH = 16;

export function readMetrics(env: Environment): MetricsConfig {
  const host = env["KINORA_METRICS_HOST"] || "127.0.0.1";
  const token = env["KINORA_METRICS_TOKEN"] || null;
  if (token === null && !isLoopback(host))
    throw new ConfigError(`KINORA_METRICS_HOST=${host} needs KINORA_METRICS_TOKEN: other machines can reach it.`);
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError("KINORA_METRICS_TOKEN must be of letters, digits and signs without blanks.");
  if (token !== null && token.length < LEAST_TOKEN_LENGTH)
    throw new ConfigError(`KINORA_METRICS_TOKEN must have ${LEAST_TOKEN_LENGTH} characters or more.`);
  return { host, token };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
