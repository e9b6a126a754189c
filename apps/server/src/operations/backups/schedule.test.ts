import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { deleteRows, insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { beginBackup, listBackups } from "./backups.ts";
import { writeBackup } from "./make.ts";
import { keepBackupSchedule, saveSchedule } from "./schedule.ts";

let now = new Date("2030-01-15T12:00:00Z");
const shared = await sharedServices();
const config = { ...shared.config, databaseIsEmbedded: true };
const services = { ...shared, config, clock: { now: () => now } };
const root = await asSuperuser(services);
beforeEach(async () => {
  await deleteRows(services, "backups", {});
  now = new Date("2030-01-15T12:00:00Z");
  await saveSchedule(root, { ...nightly, daily: false });
  await saveSchedule(root, nightly);
});

const nightly = { daily: true, hour: 3, time_zone: "Europe/Paris", keep: 2 };
const later = (moment: string) => (now = new Date(moment));
const states = async () => (await listBackups(root)).data.map(({ state }) => state);

/** A backup of the schedule that is complete; with a file unless it is on another machine. */
async function complete(day: number, host = hostname()): Promise<string> {
  const folder = join(services.config.dataDir, "backups");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `kinora-day-${day}-${host}.tar`);
  if (host === hostname()) await writeFile(file, "data");
  const moment = new Date(Date.UTC(2030, 0, day, 2));
  await insertRow(services, "backups", {
    file,
    host,
    state: "complete",
    requested_at: moment,
    scheduled_for: moment,
  });
  return file;
}

test("a backup begins at its hour of the zone, once for all workers, and the next one is a day later", async () => {
  expect((await listBackups(root)).next_at).toEqual(new Date("2030-01-16T02:00:00Z"));
  await keepBackupSchedule.run(services);
  expect(await states()).toEqual([]);
  later("2030-01-16T02:00:30Z");
  await Promise.all([1, 2, 3].map(() => keepBackupSchedule.run(services)));
  await keepBackupSchedule.run(services);
  const { data, next_at: next } = await listBackups(root);
  expect(data).toMatchObject([{ state: "running", scheduled: true }]);
  expect(next).toEqual(new Date("2030-01-17T02:00:00Z"));
  const line = services.db.selectFrom("audit_log").select("actor").where("action", "=", "backup.requested");
  expect(await line.orderBy("id", "desc").executeTakeFirst()).toEqual({ actor: { kind: "system" } });
});

test("a backup that a superuser asked for is waited for, and a missed hour is made up for", async () => {
  await beginBackup(root);
  later("2030-01-16T09:00:00Z");
  await keepBackupSchedule.run(services);
  expect(await states()).toEqual(["running"]);
  expect((await listBackups(root)).next_at).toEqual(new Date("2030-01-16T02:00:00Z"));
  await updateRows(services, "backups", {}, { state: "complete" });
  await keepBackupSchedule.run(services);
  expect(await states()).toEqual(["running", "complete"]);
});

test("a backup that cannot begin is listed with the reason, once a day", async () => {
  later("2030-01-16T02:00:30Z");
  const full = { ...services, diskSpace: () => Promise.resolve({ freeBytes: 5e9, totalBytes: 100e9 }) };
  await keepBackupSchedule.run(full);
  await keepBackupSchedule.run(full);
  expect((await listBackups(root)).data).toMatchObject([
    { state: "failed", scheduled: true, problem: expect.stringContaining("The disk has no room") },
  ]);
});

test("the newest complete ones stay; of those on other machines and those being read no file is touched", async () => {
  const asked = join(services.config.dataDir, "asked.tar");
  await writeFile(asked, "data");
  await insertRow(services, "backups", { file: asked, state: "complete", requested_at: now });
  const away = await complete(1, "media-9");
  const [oldest, older, newer, newest] = [await complete(2), await complete(3), await complete(13), await complete(14)];
  await updateRows(services, "backups", { file: older }, { verification: "running" });
  await keepBackupSchedule.run(services);
  expect([oldest, older, newer, newest, asked].map((file) => existsSync(file))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  const byFile = Object.fromEntries((await listBackups(root)).data.map(({ file, state }) => [file, state]));
  expect(byFile).toMatchObject({ [oldest]: "deleted", [older]: "complete", [away]: "complete", [asked]: "complete" });
  await updateRows(services, "backups", {}, { verification: "right" });
  await keepBackupSchedule.run(services);
  expect(existsSync(older)).toBe(false);
});

test("while the schedule is off nothing begins and nothing is deleted", async () => {
  const files = [await complete(1), await complete(2), await complete(3)];
  await saveSchedule(root, { ...nightly, daily: false });
  later("2030-01-20T12:00:00Z");
  await keepBackupSchedule.run(services);
  expect(files.every((file) => existsSync(file))).toBe(true);
  expect(await listBackups(root)).toMatchObject({ next_at: null, data: [{}, {}, {}] });
});

test("a schedule that is saved as it is writes no audit line", async () => {
  const lines = () => selectRows(services, "audit_log", { action: "installation.backups_changed" }, "id");
  const before = await lines();
  await saveSchedule(root, nightly);
  expect(await lines()).toHaveLength(before.length);
  await saveSchedule(root, { ...nightly, keep: 3 });
  expect(await lines()).toHaveLength(before.length + 1);
});

test("a folder of KINORA_BACKUP_DIR that does not exist is named, and not created", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "kinora-backups-")), "disk");
  const config = { ...services.config, backupDir: folder };
  const elsewhere = { ...root, config };
  const words = `The folder ${folder} of KINORA_BACKUP_DIR does not exist on this machine.`;
  expect((await listBackups(elsewhere)).obstacle).toContain(words);
  await expect(beginBackup(elsewhere)).rejects.toMatchObject({ code: "conflict" });
  await mkdir(folder);
  await beginBackup(elsewhere);
  await rm(folder, { recursive: true });
  const row = await selectRow(services, "backups", {}, "id");
  const run = { jobId: "a-backup", signal: new AbortController().signal, failures: 0 };
  await expect(writeBackup.run({ ...services, config }, { backupId: row.id }, run)).rejects.toThrow(words);
  expect(existsSync(folder)).toBe(false);
});
