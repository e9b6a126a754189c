import { isIP } from "node:net";
import { hostname } from "node:os";
import { CertificateProblem, readCertificate, type CertificateFiles } from "../http/certificate.ts";
import { addressRanges, ConfigError, port, url, type Environment } from "./setting.ts";
import type { TlsConfig } from "./tls.ts";

export interface RtmpsConfig {
  url: string;
  /** What the live role listens with; null when a proxy in front of it speaks TLS. */
  listens: (CertificateFiles & { port: number }) | null;
}

export interface SrtConfig {
  /** UDP. */
  port: number;
  url: string;
}

export interface WhipConfig {
  /** UDP. */
  port: number;
  /** Addresses at which browsers reach the port; empty: those of this machine and of its host name. */
  addresses: readonly string[];
  /** How many viewers a live host serves over WebRTC at the same time; 0 for none. */
  viewers: number;
}

export interface LiveHostConfig {
  name: string;
  /** Where edges and APIs on other machines reach it; null: on loopback. */
  internal: { url: string; host: string; port: number } | null;
}

export function readLiveHost(text: string | undefined): LiveHostConfig {
  if (!text) return { name: hostname(), internal: null };
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed?.protocol !== "http:" || parsed.port === "" || parsed.pathname !== "/")
    throw new ConfigError(
      `KINORA_LIVE_INTERNAL_URL must be an address of this machine with a port, such as http://10.0.0.7:4107, not "${text}".`,
    );
  return {
    name: parsed.host,
    internal: { url: parsed.origin, host: parsed.hostname.replaceAll(/^\[|\]$/g, ""), port: Number(parsed.port) },
  };
}

export function readRtmps(env: Environment, host: string, tls: TlsConfig | null): RtmpsConfig | null {
  const certificateFile = env["KINORA_RTMPS_CERTIFICATE_FILE"];
  const keyFile = env["KINORA_RTMPS_KEY_FILE"];
  const files = certificateFile || keyFile ? ownRtmpsFiles(certificateFile, keyFile) : tls?.files;
  if (!files) {
    return env["KINORA_RTMPS_URL"] ? { url: url(env, "KINORA_RTMPS_URL", "rtmps://localhost"), listens: null } : null;
  }
  const own = port(env, "KINORA_RTMPS_PORT", 1936);
  const address = url(env, "KINORA_RTMPS_URL", `rtmps://${host}:${own}`);
  return { url: address, listens: { port: own, ...files } };
}

function ownRtmpsFiles(certificateFile: string | undefined, keyFile: string | undefined): CertificateFiles {
  if (!certificateFile || !keyFile)
    throw new ConfigError("KINORA_RTMPS_CERTIFICATE_FILE and KINORA_RTMPS_KEY_FILE are needed together.");
  try {
    readCertificate({ certificateFile, keyFile });
  } catch (error) {
    if (error instanceof CertificateProblem)
      throw new ConfigError(`${error.message} See KINORA_RTMPS_CERTIFICATE_FILE and KINORA_RTMPS_KEY_FILE.`);
    throw error;
  }
  return { certificateFile, keyFile };
}

export function readSrt(env: Environment, host: string, fallback: number): SrtConfig | null {
  if (env["KINORA_SRT_PORT"] === "off") return null;
  const own = port(env, "KINORA_SRT_PORT", fallback);
  return { port: own, url: url(env, "KINORA_SRT_URL", `srt://${host}:${own}`) };
}

const WHEP_VIEWERS = "50";

/** The port after that of RTMP unless set: SRT has that number of UDP. */
export function readWhip(env: Environment, rtmp: number): WhipConfig | null {
  if (env["KINORA_WHIP_PORT"] === "off") return null;
  const text = env["KINORA_WHIP_ADDRESSES"] ?? "";
  const addresses = text.split(",").flatMap((one) => one.trim() || []);
  if (addresses.some((address) => isIP(address) === 0))
    throw new ConfigError(`KINORA_WHIP_ADDRESSES must be addresses such as 203.0.113.7,2001:db8::7, not "${text}".`);
  const viewers = env["KINORA_WHEP_VIEWERS"] || WHEP_VIEWERS;
  if (!/^\d{1,5}$/.test(viewers))
    throw new ConfigError(`KINORA_WHEP_VIEWERS must be a whole number such as ${WHEP_VIEWERS}, not "${viewers}".`);
  const own = port(env, "KINORA_WHIP_PORT", rtmp === 65_535 ? rtmp - 1 : rtmp + 1);
  return { port: own, addresses, viewers: Number(viewers) };
}

/** The proxies whose words about a connection are believed. */
export const trustedProxies = (env: Environment) => addressRanges(env, "KINORA_TRUSTED_PROXIES");

export function readProxyProtocol(env: Environment): boolean {
  const text = env["KINORA_RTMP_PROXY_PROTOCOL"] || "false";
  if (text !== "true" && text !== "false")
    throw new ConfigError(`KINORA_RTMP_PROXY_PROTOCOL must be true or false, not "${text}".`);
  if (text === "true" && trustedProxies(env).length === 0)
    throw new ConfigError("KINORA_RTMP_PROXY_PROTOCOL needs the addresses of the proxies in KINORA_TRUSTED_PROXIES.");
  return text === "true";
}
