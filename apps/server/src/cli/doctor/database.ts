import { readSchemaState } from "@kinora/db/schema-state.ts";
import { Client } from "pg";
import type { Config } from "../../platform/config.ts";
import { ForeignMediaFolder, hasInstallationsFolder, mediaFolder } from "../../platform/installation/media-folder.ts";
import { StartRefusal } from "../../supervisor/start-refusal.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

const leastMajor = 14;
const tolerableSkewMs = 1_000;

/** The database is reachable and new enough, its clock agrees with this machine's, and what a start would migrate. */
export async function checkDatabase(context: CommandContext): Promise<Finding[]> {
  const embedded = context.config.databaseUrl === null;
  try {
    const url = await context.databaseUrl();
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      return [...(await examine(client, embedded)), ...(await examineSchemaAndFolder(context.config, url))];
    } finally {
      await client.end();
    }
  } catch (problem) {
    const message = problemWords(problem, context.config.databaseUrl);
    const fix = embedded
      ? "See logs/postgres.log in the data folder."
      : "Check the host and password in DATABASE_URL, and that the server is running.";
    if (problem instanceof StartRefusal || problem instanceof Error)
      return [{ state: "failed", subject: "database", message, fix }];
    throw problem;
  }
}

async function examineSchemaAndFolder(config: Config, url: string): Promise<Finding[]> {
  const schema = await examineSchema(url);
  if (schema.state !== "ok" || (await hasInstallationsFolder(config, url)) !== false) return [schema];
  const { message } = new ForeignMediaFolder(mediaFolder(config));
  const [what = message, ...fix] = message.split(/(?<=[.]) /);
  return [schema, { state: "failed", subject: "media folder", message: what, fix: fix.join(" ") }];
}

async function examine(client: Client, embedded: boolean): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query<{ number: string; now_ms: string }>(
    "select current_setting('server_version_num') as number, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now_ms",
  );
  const after = Date.now();
  const major = Math.floor(Number(rows[0]?.number) / 10_000);
  const findings: Finding[] = [];
  if (major >= leastMajor)
    findings.push({ state: "ok", subject: "database", message: `PostgreSQL ${major}${embedded ? ", embedded" : ""}` });
  else
    findings.push({
      state: "failed",
      subject: "database",
      message: `PostgreSQL ${major} is too old`,
      fix: `Use PostgreSQL ${leastMajor} or newer.`,
    });
  // The server read its clock between request and response: only a difference beyond that interval is skew.
  const databaseMs = Number(rows[0]?.now_ms);
  const skewMs = Math.max(0, before - databaseMs, databaseMs - after);
  if (skewMs <= tolerableSkewMs)
    findings.push({ state: "ok", subject: "clock", message: `${skewMs} ms from the database's clock` });
  else
    findings.push({
      state: "warning",
      subject: "clock",
      message: `${(skewMs / 1000).toFixed(1)} s from the database's clock`,
      fix: "Synchronize both machines with NTP (systemd-timesyncd or chrony).",
    });
  return findings;
}

const LISTED_MIGRATIONS = 10;

/** What a start of this version would change of the database's tables. */
export async function examineSchema(databaseUrl: string): Promise<Finding> {
  const { empty, pending, unknown } = await readSchemaState(databaseUrl);
  if (unknown.length > 0)
    return {
      state: "failed",
      subject: "schema",
      message: `A newer version has migrated the database: ${listed(unknown)}`,
      fix: "Start that version, or restore a backup that this one made.",
    };
  if (empty) return { state: "ok", subject: "schema", message: "An empty database; a start creates its tables" };
  if (pending.length === 0) return { state: "ok", subject: "schema", message: "The database has that of this version" };
  return {
    state: "warning",
    subject: "schema",
    message: `A start of this version applies ${pending.length === 1 ? "one migration" : `${pending.length} migrations`}: ${listed(pending)}`,
    fix: "Make a backup with the version that runs now: there is no other way back.",
  };
}

const listed = (names: readonly string[]): string =>
  names.slice(0, LISTED_MIGRATIONS).join(", ") +
  (names.length > LISTED_MIGRATIONS ? ` and ${names.length - LISTED_MIGRATIONS} more` : "");

/** What the driver says may name the whole URL, or the password alone. */
export function problemWords(problem: unknown, databaseUrl: string | null): string {
  const said = problem instanceof Error ? problem.message : String(problem);
  if (databaseUrl === null) return said;
  const hidden = said.replaceAll(databaseUrl, "DATABASE_URL");
  const secrets = secretsOf(databaseUrl);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), hidden);
}

/** The password of a URL as it is written and as it is meant; also of a text that is no URL. Longer ones first. */
function secretsOf(databaseUrl: string): string[] {
  const written = [
    /^[^:/?#]+:\/\/[^:@/]*:(.*)@/s.exec(databaseUrl)?.[1],
    /[?&]password=([^&#]*)/.exec(databaseUrl)?.[1],
  ].filter((secret) => secret !== undefined && secret !== "");
  const meant = written.map((secret) => decoded(secret ?? ""));
  return [...new Set([...written, ...meant])].map(String).toSorted((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
