import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Config } from "../../platform/config.ts";
import { VERSION } from "../../platform/process/version.ts";
import { ConfigError } from "../../platform/settings/setting.ts";

/** Versions, addresses, ingest and mail of the installation, and its country database. */
export async function readSystem(context: Context) {
  const { config, db } = context;
  const [database, liveHosts, countries] = await Promise.all([
    sql<{ postgres: string; schema: string }>`
      select current_setting('server_version') as postgres,
        (select name from kysely_migration order by name desc limit 1) as schema`.execute(db),
    db.selectFrom("stream_hosts").select(["host", "ladders", "seen_at"]).orderBy("host").limit(100).execute(),
    readCountries(context),
  ]);
  const { postgres, schema } = database.rows[0] ?? { postgres: "", schema: "" };
  const { console: consoleUrl, login, api, edge } = config.urls;
  return {
    ...{ version: VERSION, node: process.versions.node, postgres, schema },
    hosts: [
      { name: "console" as const, url: consoleUrl },
      { name: "login" as const, url: login },
      { name: "api" as const, url: api },
      { name: "edge" as const, url: edge },
    ],
    ingest: ingestOf(config),
    live_hosts: liveHosts,
    mail: { relay: relayOf(config.smtpUrl), from: config.mailFrom },
    countries,
  };
}

interface Ingest {
  protocol: "rtmp" | "rtmps" | "srt" | "whip";
  url: string;
  /** What the live role listens on; null where a proxy does. */
  port: number | null;
}

function ingestOf({ urls, ports, rtmps, srt, whip }: Config): Ingest[] {
  return [
    { protocol: "rtmp", url: urls.rtmp, port: ports.rtmp },
    ...(rtmps ? [{ protocol: "rtmps" as const, url: rtmps.url, port: rtmps.listens?.port ?? null }] : []),
    ...(srt ? [{ protocol: "srt" as const, url: srt.url, port: srt.port }] : []),
    // Its requests come to the edge, its media to the port.
    ...(whip ? [{ protocol: "whip" as const, url: `${urls.edge}/whip`, port: whip.port }] : []),
  ];
}

/** The host and port of the mail relay: its URL may have a password. */
function relayOf(smtpUrl: string | null): string | null {
  if (smtpUrl === null) return null;
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

async function readCountries({ countries, installation }: Context) {
  const { name } = (await installation.settings()).countries;
  try {
    const { builtAt, source, problem } = await countries.open();
    return { built_at: builtAt, source, name, problem };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { built_at: null, source: "setting" as const, name, problem: error.message };
  }
}
