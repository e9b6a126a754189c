import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfig, type Config } from "../platform/config.ts";
import { startKinora } from "../supervisor/start.ts";
import type { CommandContext } from "./command.ts";
import { checkDatabase } from "./doctor/database.ts";
import { mediaClaim } from "./media-claim.ts";

let database: Awaited<ReturnType<typeof cloneTestDatabase>>;
const folder = testFolder("machines");
beforeAll(async () => {
  database = await cloneTestDatabase(inject("postgresUrl"));
});
afterAll(() => database.drop());

const machine = (name: string, more: Record<string, string> = {}): Config =>
  readConfig({
    KINORA_DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    ROLES: "worker",
    ...more,
  });

/** Starts a machine without roles and stops it again. */
async function start(config: Config): Promise<void> {
  const options = { warn: () => undefined, plans: () => [], cancelled: new AbortController().signal };
  const ports = { ...config.ports, metrics: await freePort() };
  await (await startKinora({ ...config, ports }, options)).stop();
}

const commandOn = (config: Config): CommandContext => ({
  config,
  print: () => undefined,
  databaseUrl: () => Promise.resolve(database.url),
  services: () => Promise.reject(new Error("not needed")),
});

const findingOf = async (config: Config) =>
  (await checkDatabase(commandOn(config))).find(({ subject }) => subject === "media folder");

test("a machine with a media folder of its own is refused, by the doctor too, until the folder is shared, claimed or not needed", async () => {
  const [first, second] = [machine("first"), machine("second")];
  await start(first);
  await start(first);
  await expect(start(second)).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining("S3_ENDPOINT") });
  expect(await findingOf(first)).toBeUndefined();
  expect(await findingOf(second)).toMatchObject({ state: "failed", fix: expect.stringContaining("media claim") });

  // The same folder, mounted on the second machine.
  await mkdir(join(folder, "second/media"), { recursive: true });
  await writeFile(
    join(folder, "second/media/folder-id"),
    await readFile(join(folder, "first/media/folder-id"), "utf8"),
  );
  await start(second);

  const moved = machine("moved");
  await expect(start(moved)).rejects.toThrow("is not the media folder of the installation");
  expect(await mediaClaim.run(commandOn(moved), [])).toBe(0);
  await start(moved);
  await expect(start(first)).rejects.toThrow("is not the media folder of the installation");

  const bucket = {
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_BUCKET: "a",
    S3_ACCESS_KEY_ID: "b",
    S3_SECRET_ACCESS_KEY: "c",
  };
  await start(machine("with a bucket", bucket));
});

test("a live role that no edge could reach does not start", async () => {
  await expect(start(machine("live", { ROLES: "live" }))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("KINORA_LIVE_INTERNAL_URL"),
  });
});

test("unfinished uploads of an earlier version move into the media folder", async () => {
  const config = machine("moved");
  await mkdir(join(folder, "moved/uploads"), { recursive: true });
  await writeFile(join(folder, "moved/uploads/one.part"), "bytes");
  await start(config);
  expect(await readFile(join(folder, "moved/media/unfinished/one.part"), "utf8")).toBe("bytes");
  expect(existsSync(join(folder, "moved/uploads"))).toBe(false);
});
