import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig, type Config } from "../platform/config.ts";
import { readSecrets } from "../platform/secrets/secrets.ts";
import { startKinora } from "../supervisor/start.ts";
import { backup } from "./backup.ts";
import { CommandError, type Command } from "./command.ts";
import { openContext } from "./open-context.ts";
import { restore } from "./restore.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-backup-"));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function configFor(name: string): Promise<Config> {
  const config = readConfig({ KINORA_DATA_DIR: join(folder, name) });
  return { ...config, roles: [], ports: { ...config.ports, metrics: await freePort(), postgres: await freePort() } };
}

async function run(command: Command, config: Config, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const context = openContext(config, "test", (line) => lines.push(line));
  try {
    expect(await command.run(context, args)).toBe(0);
    return lines;
  } finally {
    await context.close();
  }
}

async function query(config: Config, sql: string): Promise<Record<string, unknown>[]> {
  const context = openContext(config, "test", () => undefined);
  const client = new Client({ connectionString: await context.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
    await context.close();
  }
}

test("a backup made while rows are being written restores on another machine, whole", async () => {
  const source = await configFor("source");
  const file = join(folder, "kinora.tar");
  const running = await startKinora(source, {
    warn: () => undefined,
    plans: () => [],
    cancelled: new AbortController().signal,
  });
  const writer = new Client({ connectionString: running.databaseUrl });
  await writer.connect();
  await writer.query("create table notes (id bigserial primary key, words text)");
  await writer.query("insert into notes (words) select repeat('before ', 100) from generate_series(1, 5000)");
  mkdirSync(join(source.dataDir, "media/assets/v1/v1"), { recursive: true });
  writeFileSync(join(source.dataDir, "media/assets/v1/v1/00000.m4s"), "segment");
  let writing = true;
  const busy = (async () => {
    while (writing)
      await writer.query("insert into notes (words) select repeat('during ', 100) from generate_series(1, 200)");
  })();
  const lines = await run(backup, source, file);
  writing = false;
  await busy;
  await writer.end();
  await running.stop();
  expect(lines[0]).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = await configFor("target");
  expect((await run(restore, target, file))[0]).toMatch(/^Restored the backup of .*\. Users: 0; videos: 0\.$/);
  const [row] = await query(target, "select count(*) filter (where words like 'before%')::int as before from notes");
  expect(row?.["before"]).toBe(5_000);
  expect(readFileSync(join(target.dataDir, "media/assets/v1/v1/00000.m4s"), "utf8")).toBe("segment");
  expect(readSecrets(target.dataDir, {})).toEqual(readSecrets(source.dataDir, {}));
});

test("a restore moves the previous data aside", async () => {
  const config = await configFor("data");
  const file = join(folder, "kinora.tar");
  await query(config, "create table first (id int)");
  await run(backup, config, file);
  await query(config, "create table second (id int)");
  const lines = await run(restore, config, file);
  expect(
    await query(config, "select to_regclass('first')::text as first, to_regclass('second')::text as second"),
  ).toEqual([{ first: "first", second: null }]);
  const aside = /is in (\S+)\. Delete/.exec(lines[1] ?? "")?.[1] ?? "";
  expect(existsSync(join(aside, "postgres/PG_VERSION"))).toBe(true);
});

test("a file that is not a backup is refused and nothing changes", async () => {
  const config = await configFor("data");
  const file = join(folder, "holiday.tar");
  writeFileSync(file, "sand");
  await expect(run(restore, config, file)).rejects.toThrow(CommandError);
  expect(existsSync(config.dataDir)).toBe(false);
});

test("a backup never overwrites a file", async () => {
  const config = await configFor("data");
  const file = join(folder, "kinora.tar");
  writeFileSync(file, "older");
  await expect(run(backup, config, file)).rejects.toThrow(`${file} already exists. Choose another name.`);
  expect(readFileSync(file, "utf8")).toBe("older");
});
