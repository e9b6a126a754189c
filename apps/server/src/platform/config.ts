import { isIP } from "node:net";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { AUDIT_DAYS, AUDIT_DAYS_MIN } from "@kinora/domain/people/audit.ts";
import { BAD_PORTS } from "./http/bad-ports.ts";
import { EVERYWHERE } from "./http/both-families.ts";
import { CertificateProblem, readCertificate, type CertificateFiles } from "./http/certificate.ts";
import { machineMemory, mediaSlotsOf } from "./process/machine-memory.ts";
import { readAuthority } from "./settings/authorities.ts";
import {
  internalUrls,
  originOf,
  publicUrls,
  WEB_ROLES,
  type InternalUrls,
  type WebRole,
} from "./settings/public-urls.ts";
import {
  addressRanges,
  ConfigError,
  port,
  positiveInteger,
  positiveNumber,
  url,
  type Environment,
} from "./settings/setting.ts";
import { readSpeech, type SpeechConfig } from "./settings/speech.ts";
import { readTls, requireTlsUrls, tlsUrls, type TlsConfig } from "./settings/tls.ts";
import { readTraces, type TracesConfig } from "./settings/traces.ts";

export const ROLES = ["console", "login", "api", "edge", "live", "worker"] as const;
export type Role = (typeof ROLES)[number];

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface RtmpsConfig {
  url: string;
  /** What the live role listens with; null when a proxy in front of it speaks TLS. */
  listens: (CertificateFiles & { port: number }) | null;
}

export interface MetricsConfig {
  /** The address the metrics port listens on. */
  host: string;
  /** What a scraper has to send as a bearer token; null on loopback, where it may be left out. */
  token: string | null;
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

/** Everything an operator can set, read once from the environment. Ports are TCP ports unless said, URLs have no trailing slash. */
export interface Config {
  dataDir: string;
  roles: Role[];
  /** Whether the light roles of this machine share a process; null: the machine's memory and processors decide. */
  processes: "shared" | "apart" | null;
  ports: {
    console: number;
    login: number;
    api: number;
    edge: number;
    mailInbox: number;
    metrics: number;
    postgres: number;
    rtmp: number;
  };
  urls: Record<WebRole | "rtmp", string>;
  /** Where the roles of this machine reach others: on loopback those of this machine. */
  internalUrls: InternalUrls;
  /** The address that console, login, API and edge listen on. */
  listenHost: string;
  /** Set where Kinora serves HTTPS itself. */
  tls: TlsConfig | null;
  /** PEM file of a further authority whose certificates are trusted. */
  caFile: string | null;
  metrics: MetricsConfig;
  /** Whether connections of trusted proxies to the ports of RTMP and RTMPS begin with a header of the PROXY protocol. */
  rtmpProxyProtocol: boolean;
  /** Where encoders publish to over TLS; null where they cannot. */
  rtmps: RtmpsConfig | null;
  /** Where encoders publish to over SRT; null where it is switched off. */
  srt: SrtConfig | null;
  /** How this machine receives WebRTC; null where WHIP is switched off. */
  whip: WhipConfig | null;
  /** The name of the cell this API host serves; accounts carry the name of theirs. */
  cell: string;
  /** The public URL of every cell's API host by the cell's name; always has the own cell. */
  cells: Record<string, string>;
  /** Set when an outside PostgreSQL is used; otherwise the embedded one listens on `ports.postgres`. */
  databaseUrl: string | null;
  /** Whether the database is Kinora's own, also where its address is known. */
  databaseIsEmbedded: boolean;
  s3: S3Config | null;
  /** What recognises speech for captions by machine; null: they are off. */
  speech: SpeechConfig | null;
  /** Sentences about settings of earlier releases that are set and have no use any more, for the log. */
  unused: readonly string[];
  /** Where the APIs of all machines count requests together; null: each process counts its own. */
  redisUrl: string | null;
  smtpUrl: string | null;
  /** Who mails come from, as in a mail's From line. */
  mailFrom: string;
  ffmpegPath: string | null;
  /** The operator's country database in MaxMind's format; null: the one that comes along. */
  geoDatabase: string | null;
  /** How many media tasks one worker process runs side by side: as memory allows unless set; superusers may say otherwise. */
  workerConcurrency: number;
  /** What superusers call this worker; null: its machine's name. */
  workerName: string | null;
  /** This machine's live role among those of the installation. */
  liveHost: LiveHostConfig;
  /** Full ladders the live role encodes side by side; null: it measures the machine. */
  liveLadders: number | null;
  /** Addresses and ranges of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Whether addresses on this machine and its network may be imported. */
  allowPrivateUrls: boolean;
  /** Where `update --check` reads of releases: http, https or file; null: a checkout asks its origin, an archive nobody. */
  updateUrl: URL | null;
  /** Where backups that superusers ask for are written; null: the folder `backups` of the data folder. */
  backupDir: string | null;
  /** How long the audit log is kept; at least `AUDIT_DAYS_MIN`. */
  auditDays: number;
  logLevel: string;
  /** Where log lines are sent as well, as JSON lines by POST; null: nowhere. */
  logUrl: URL | null;
  /** Where traces are sent; null: nowhere, and none are made. */
  traces: TracesConfig | null;
}

/**
 * Reads and checks the settings named in docs/operations/configuration.md.
 * @throws ConfigError naming the variable and what it should look like.
 */
export function readConfig(env: Environment = process.env): Config {
  const base = basePort(env);
  const host = env["KINORA_HOST"] || "localhost";
  const rtmp = port(env, "KINORA_RTMP_PORT", 1935);
  const ports = { console: base, login: base + 1, api: browserPort(env, "KINORA_API_PORT", base + 2), edge: base + 3 };
  const own = roles(env["ROLES"]);
  const dataDir = resolve(env["KINORA_DATA_DIR"] || "./data");
  const tls = readTls(env, dataDir);
  const urls = publicUrls(env, tls ? tlsUrls(tls, host) : plainUrls(ports, host));
  if (tls)
    requireTlsUrls(
      tls,
      urls,
      WEB_ROLES.filter((role) => own.includes(role)),
    );
  const listenHost = listenAddress(env, tls);
  const cell = env["KINORA_CELL"] || "local";
  return {
    dataDir,
    roles: own,
    processes: processes(env["KINORA_PROCESSES"]),
    ports: { ...ports, mailInbox: base + 4, metrics: base + 5, postgres: base + 6, rtmp },
    urls: { ...urls, rtmp: url(env, "KINORA_RTMP_URL", `rtmp://${host}:${rtmp}`) },
    internalUrls: internalUrls(env, loopbackUrls(own, ports, listenHost), urls),
    listenHost,
    tls,
    caFile: caFile(env["KINORA_CA_FILE"]),
    metrics: metrics(env),
    rtmpProxyProtocol: rtmpProxyProtocol(env),
    rtmps: rtmps(env, host, tls),
    srt: srt(env, host, rtmp),
    whip: whip(env, rtmp),
    cell,
    cells: { [cell]: urls.api, ...cells(env["KINORA_CELLS"]) },
    databaseUrl: env["DATABASE_URL"] || null,
    databaseIsEmbedded: !env["DATABASE_URL"],
    s3: s3(env),
    smtpUrl: env["SMTP_URL"] || null,
    mailFrom: env["KINORA_MAIL_FROM"] || `Kinora <no-reply@${host}>`,
    ffmpegPath: env["FFMPEG_PATH"] || null,
    geoDatabase: env["KINORA_GEO_DATABASE"] || null,
    workerConcurrency: positiveInteger(env, "KINORA_WORKER_CONCURRENCY", mediaSlotsOf(machineMemory())),
    workerName: env["KINORA_WORKER_NAME"] || null,
    liveHost: liveHost(env["KINORA_LIVE_INTERNAL_URL"]),
    liveLadders: positiveNumber(env, "KINORA_LIVE_LADDERS"),
    // What speaks TLS for this machine's roles is their proxy.
    trustedProxies: [...trustedProxies(env), ...(tls ? ["127.0.0.1"] : [])],
    allowPrivateUrls: env["KINORA_ALLOW_PRIVATE_URLS"] === "true",
    backupDir: env["KINORA_BACKUP_DIR"] ? resolve(env["KINORA_BACKUP_DIR"]) : null,
    updateUrl: updateUrl(env["KINORA_UPDATE_URL"]),
    auditDays: auditDays(env),
    logLevel: env["LOG_LEVEL"] || "info",
    logUrl: logUrl(env["LOG_URL"]),
    traces: readTraces(env),
    speech: readSpeech(env),
    unused: env["CLICKHOUSE_URL"] ? ["CLICKHOUSE_URL is set and not used: PostgreSQL answers all reports"] : [],
    redisUrl: redisUrl(env["REDIS_URL"]),
  };
}

function plainUrls(ports: Record<WebRole, number>, host: string): Record<WebRole, string> {
  const at = (role: WebRole) => `http://${host}:${ports[role]}`;
  return { console: at("console"), login: at("login"), api: at("api"), edge: at("edge") };
}

/** Behind Kinora's own TLS the roles need no port that others reach. */
function listenAddress(env: Environment, tls: TlsConfig | null): string {
  const address = env["KINORA_LISTEN_HOST"] || (tls ? "127.0.0.1" : EVERYWHERE);
  if (isIP(address) !== 0) return address;
  throw new ConfigError(`KINORA_LISTEN_HOST must be an address of this machine such as 127.0.0.1, not "${address}".`);
}

/** Where the roles of this machine are reached on it. */
function loopbackUrls(
  own: readonly Role[],
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

function caFile(file: string | undefined): string | null {
  if (!file) return null;
  readAuthority(file);
  return resolve(file);
}

function liveHost(text: string | undefined): LiveHostConfig {
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

function updateUrl(text: string | undefined): URL | null {
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  // What is asked for is printed.
  if (parsed && /^(https?|file):$/.test(parsed.protocol) && parsed.username === "") return parsed;
  throw new ConfigError(
    "KINORA_UPDATE_URL must be an http, https or file address without a name and password, such as https://releases.example.com/kinora.json or file:///srv/releases.",
  );
}

function redisUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (URL.canParse(text) && /^rediss?:/.test(text)) return text;
  throw new ConfigError(
    "REDIS_URL must be a redis or rediss address, such as redis://name:password@redis.example.com:6379/0.",
  );
}

function logUrl(text: string | undefined): URL | null {
  if (!text) return null;
  if (URL.canParse(text) && /^https?:/.test(text)) {
    const url = new URL(text);
    if (isPercentEncoded(url.username) && isPercentEncoded(url.password)) return url;
    throw new ConfigError("The name and the password in LOG_URL must be percent-encoded: write % as %25.");
  }
  throw new ConfigError("LOG_URL must be an http or https address, such as https://logs.example.com/kinora.");
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function auditDays(env: Environment): number {
  const days = positiveInteger(env, "KINORA_AUDIT_DAYS", AUDIT_DAYS);
  if (days >= AUDIT_DAYS_MIN) return days;
  throw new ConfigError(`KINORA_AUDIT_DAYS must be at least ${AUDIT_DAYS_MIN} days, not ${days}.`);
}

/** KINORA_PORT: the first of seven ports in a row, all of which a browser or `fetch` has to be able to reach. */
function basePort(env: Environment): number {
  const base = port(env, "KINORA_PORT", 4000);
  const bad = Array.from({ length: 7 }, (_, index) => base + index).find((number) => BAD_PORTS.has(number));
  if (bad === undefined) return base;
  throw new ConfigError(
    `KINORA_PORT must not be ${base}: Kinora uses ${base} to ${base + 6}, and browsers refuse port ${bad} (Fetch standard, "Port blocking").`,
  );
}

function browserPort(env: Environment, name: string, fallback: number): number {
  const value = port(env, name, fallback);
  if (!BAD_PORTS.has(value)) return value;
  throw new ConfigError(`${name} must not be ${value}: browsers refuse this port (Fetch standard, "Port blocking").`);
}

const LEAST_TOKEN_LENGTH = 16;

function metrics(env: Environment): MetricsConfig {
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

function rtmps(env: Environment, host: string, tls: TlsConfig | null): RtmpsConfig | null {
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

function srt(env: Environment, host: string, fallback: number): SrtConfig | null {
  if (env["KINORA_SRT_PORT"] === "off") return null;
  const own = port(env, "KINORA_SRT_PORT", fallback);
  return { port: own, url: url(env, "KINORA_SRT_URL", `srt://${host}:${own}`) };
}

const WHEP_VIEWERS = "50";

/** The port after that of RTMP unless set: SRT has that number of UDP. */
function whip(env: Environment, rtmp: number): WhipConfig | null {
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

const trustedProxies = (env: Environment) => addressRanges(env, "KINORA_TRUSTED_PROXIES");

function rtmpProxyProtocol(env: Environment): boolean {
  const text = env["KINORA_RTMP_PROXY_PROTOCOL"] || "false";
  if (text !== "true" && text !== "false")
    throw new ConfigError(`KINORA_RTMP_PROXY_PROTOCOL must be true or false, not "${text}".`);
  if (text === "true" && trustedProxies(env).length === 0)
    throw new ConfigError("KINORA_RTMP_PROXY_PROTOCOL needs the addresses of the proxies in KINORA_TRUSTED_PROXIES.");
  return text === "true";
}

const CELL = /^([a-z0-9][a-z0-9-]{0,30})=(.+)$/;

function cells(text: string | undefined): Record<string, string> {
  const entries = (text ?? "").split(",").filter((entry) => entry.trim() !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, address] = CELL.exec(entry.trim()) ?? [];
      if (!name || !address) {
        throw new ConfigError(
          `KINORA_CELLS must look like local=http://localhost:4002,second=http://localhost:5002, not "${entry.trim()}".`,
        );
      }
      return [name, originOf("KINORA_CELLS", url({ KINORA_CELLS: address }, "KINORA_CELLS", "http://localhost:4002"))];
    }),
  );
}

function roles(text: string | undefined): Role[] {
  if (!text) return [...ROLES];
  return text.split(",").map((name) => {
    const role = ROLES.find((known) => known === name.trim());
    if (!role) throw new ConfigError(`ROLES names "${name.trim()}"; it may name ${ROLES.join(", ")}.`);
    return role;
  });
}

function processes(text: string | undefined): Config["processes"] {
  if (!text) return null;
  if (text === "shared" || text === "apart") return text;
  throw new ConfigError(`KINORA_PROCESSES must be shared or apart, not "${text}".`);
}

function s3(env: Environment): S3Config | null {
  const endpoint = env["S3_ENDPOINT"];
  if (!endpoint) return null;
  const need = (name: string) => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is needed when S3_ENDPOINT is set.`);
    return value;
  };
  return {
    endpoint,
    bucket: need("S3_BUCKET"),
    region: env["S3_REGION"] || "us-east-1",
    accessKeyId: need("S3_ACCESS_KEY_ID"),
    secretAccessKey: need("S3_SECRET_ACCESS_KEY"),
  };
}
