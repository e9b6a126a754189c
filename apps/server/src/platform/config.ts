import { resolve } from "node:path";
import { AUDIT_DAYS, AUDIT_DAYS_MIN } from "@kinora/domain/people/audit.ts";
import { machineMemory, mediaSlotsOf } from "./process/machine-memory.ts";
import { readAuthority } from "./settings/authorities.ts";
import {
  readLiveHost,
  readProxyProtocol,
  readRtmps,
  readSrt,
  readWhip,
  trustedProxies,
  type LiveHostConfig,
  type RtmpsConfig,
  type SrtConfig,
  type WhipConfig,
} from "./settings/ingest.ts";
import { readMetrics, type MetricsConfig } from "./settings/metrics.ts";
import { readLogUrl, readRedisUrl, readS3, readUpdateUrl, type S3Config } from "./settings/outside-services.ts";
import { basePort, browserPort, listenAddress, loopbackUrls, plainUrls } from "./settings/ports.ts";
import {
  internalUrls,
  originOf,
  publicUrls,
  WEB_ROLES,
  type InternalUrls,
  type WebRole,
} from "./settings/public-urls.ts";
import { ConfigError, port, positiveInteger, positiveNumber, url, type Environment } from "./settings/setting.ts";
import { readSpeech, type SpeechConfig } from "./settings/speech.ts";
import { readTls, requireTlsUrls, tlsUrls, type TlsConfig } from "./settings/tls.ts";
import { readTraces, type TracesConfig } from "./settings/traces.ts";
import { readTurn, type TurnConfig } from "./settings/turn.ts";

export const ROLES = ["console", "login", "api", "edge", "live", "worker"] as const;
export type Role = (typeof ROLES)[number];

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
  /** Relays that browsers are named for WebRTC; null without any. */
  turn: TurnConfig | null;
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
    metrics: readMetrics(env),
    rtmpProxyProtocol: readProxyProtocol(env),
    rtmps: readRtmps(env, host, tls),
    srt: readSrt(env, host, rtmp),
    whip: readWhip(env, rtmp),
    turn: readTurn(env),
    cell,
    cells: { [cell]: urls.api, ...cells(env["KINORA_CELLS"]) },
    databaseUrl: env["DATABASE_URL"] || null,
    databaseIsEmbedded: !env["DATABASE_URL"],
    s3: readS3(env),
    smtpUrl: env["SMTP_URL"] || null,
    mailFrom: env["KINORA_MAIL_FROM"] || `Kinora <no-reply@${host}>`,
    ffmpegPath: env["FFMPEG_PATH"] || null,
    geoDatabase: env["KINORA_GEO_DATABASE"] || null,
    workerConcurrency: positiveInteger(env, "KINORA_WORKER_CONCURRENCY", mediaSlotsOf(machineMemory())),
    workerName: env["KINORA_WORKER_NAME"] || null,
    liveHost: readLiveHost(env["KINORA_LIVE_INTERNAL_URL"]),
    liveLadders: positiveNumber(env, "KINORA_LIVE_LADDERS"),
    // What speaks TLS for this machine's roles is their proxy.
    trustedProxies: [...trustedProxies(env), ...(tls ? ["127.0.0.1"] : [])],
    allowPrivateUrls: env["KINORA_ALLOW_PRIVATE_URLS"] === "true",
    backupDir: env["KINORA_BACKUP_DIR"] ? resolve(env["KINORA_BACKUP_DIR"]) : null,
    updateUrl: readUpdateUrl(env["KINORA_UPDATE_URL"]),
    auditDays: auditDays(env),
    logLevel: env["LOG_LEVEL"] || "info",
    logUrl: readLogUrl(env["LOG_URL"]),
    traces: readTraces(env),
    speech: readSpeech(env),
    unused: env["CLICKHOUSE_URL"] ? ["CLICKHOUSE_URL is set and not used: PostgreSQL answers all reports"] : [],
    redisUrl: readRedisUrl(env["REDIS_URL"]),
  };
}

function caFile(file: string | undefined): string | null {
  if (!file) return null;
  readAuthority(file);
  return resolve(file);
}

function auditDays(env: Environment): number {
  const days = positiveInteger(env, "KINORA_AUDIT_DAYS", AUDIT_DAYS);
  if (days >= AUDIT_DAYS_MIN) return days;
  throw new ConfigError(`KINORA_AUDIT_DAYS must be at least ${AUDIT_DAYS_MIN} days, not ${days}.`);
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
