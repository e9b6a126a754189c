import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { startKinora } from "../supervisor/start.ts";
import { openContext } from "./open-context.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kinora-cli-"));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function kinora(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
    encoding: "utf8",
    env: { ...process.env, KINORA_DATA_DIR: dataDir, DATABASE_URL: "" },
  });
}

async function configOnFreePort() {
  const config = readConfig({ KINORA_DATA_DIR: dataDir });
  return { ...config, ports: { ...config.ports, metrics: await freePort(), postgres: await freePort() } };
}

async function answer(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("version prints the version alone", () => {
  const { stdout, status } = kinora("version");
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});

test("an unknown command is named in the error, with the list of commands", () => {
  const { stderr, status } = kinora("fly", "away");
  expect(stderr).toContain(`There's no command "fly away".`);
  expect(stderr).toContain("doctor");
  expect(status).toBe(2);
});

test("a command starts a database when none is running, and stops it afterwards", async () => {
  const context = openContext(await configOnFreePort(), "doctor", () => undefined);
  await context.services();
  expect(await answer(await context.databaseUrl(), "select count(*)::int as users from users")).toEqual([{ users: 0 }]);
  await context.close();
  expect(findPostmaster(join(dataDir, "postgres"))).toBeNull();
});

test("a command uses the database of a running Kinora and leaves it running", async () => {
  const config = { ...(await configOnFreePort()), roles: [] };
  const running = await startKinora(config, {
    warn: () => undefined,
    plans: () => [],
    cancelled: new AbortController().signal,
  });
  try {
    const context = openContext(config, "doctor", () => undefined);
    expect(await context.databaseUrl()).toBe(running.databaseUrl);
    await context.close();
    expect(await answer(running.databaseUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  } finally {
    await running.stop();
  }
});
