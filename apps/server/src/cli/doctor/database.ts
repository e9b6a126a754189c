import { Client } from "pg";
import { StartRefusal } from "../../supervisor/start-refusal.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

const leastMajor = 14;
const tolerableSkewMs = 1_000;

/** The database is reachable and new enough, and its clock agrees with this machine's. */
export async function checkDatabase(context: CommandContext): Promise<Finding[]> {
  const embedded = context.config.databaseUrl === null;
  try {
    const client = new Client({ connectionString: await context.databaseUrl(), connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      return await examine(client, embedded);
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
