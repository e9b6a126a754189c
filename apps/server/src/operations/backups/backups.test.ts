import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deleteRows, updateRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { beginBackup, beginVerification, cancelBackup, listBackups } from "./backups.ts";
import { writeBackup } from "./make.ts";
import { checkBackup } from "./verify.ts";

const run = { jobId: "a-backup", signal: new AbortController().signal, failures: 0 };
const shared = await sharedServices();
// What is backed up is the data folder's own database, which the command starts for itself.
const services = { ...shared, config: { ...shared.config, databaseIsEmbedded: true } };
const root = await asSuperuser(services);
beforeEach(() => deleteRows(services, "backups", {}));

const newest = async () => {
  const [backup] = (await listBackups(root)).data;
  if (!backup) throw new Error("There is no backup.");
  return backup;
};
const verified = async (id: number) => {
  await beginVerification(root, id);
  await checkBackup.run(services, { backupId: id }, run);
  return newest();
};

test("a backup is written, and one whose file was changed or is gone does not verify", async () => {
  await beginBackup(root);
  await expect(beginBackup(root)).rejects.toMatchObject({ code: "conflict" });
  const { id, file } = await newest();
  await expect(beginVerification(root, id)).rejects.toMatchObject({ code: "conflict" });
  await writeBackup.run(services, { backupId: id }, run);
  const made = await newest();
  expect(made).toMatchObject({ state: "complete", problem: null, verification: null });
  expect(made.bytes).toBeGreaterThan(1_000_000);
  expect(dirname(file)).toBe(join(services.config.dataDir, "backups"));
  expect(readdirSync(dirname(file))).toHaveLength(1);
  await expect(cancelBackup(root, id)).rejects.toMatchObject({ code: "conflict" });

  expect(await verified(id)).toMatchObject({ verification: "right", verification_problem: null });
  await appendFile(file, Buffer.alloc(512));
  expect(await verified(id)).toMatchObject({
    verification: "wrong",
    verification_problem: "The file is not what was written.",
  });
  await writeFile(file, "sand");
  expect((await verified(id)).verification_problem).toMatch(/^The file lacks backup\.json, secrets\.json, /);
  await rename(file, `${file}.away`);
  expect((await verified(id)).verification_problem).toBe("The file is not there any more.");
});

test("a backup that is cancelled leaves no file and no secrets behind", async () => {
  await beginBackup(root);
  const { id, file } = await newest();
  const writing = writeBackup.run(services, { backupId: id }, run);
  await vi.waitFor(() => expect(existsSync(`${file}.part`)).toBe(true), { timeout: 60_000 });
  await cancelBackup(root, id);
  await writing;
  expect(await newest()).toMatchObject({ state: "cancelled" });
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
  const left = readdirSync(join(services.config.dataDir, "run")).filter((name) => name.startsWith("backup-"));
  expect(left).toEqual([]);
});

test("of a backup whose worker was killed nothing is left when it is cancelled, or given up", async () => {
  await beginBackup(root);
  const { id, file } = await newest();
  await mkdir(dirname(file), { recursive: true });
  const leave = () => Promise.all([file, `${file}.part`].map((path) => writeFile(path, "secrets")));
  await leave();
  await cancelBackup(root, id);
  await writeBackup.run(services, { backupId: id }, run);
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  await leave();
  await writeBackup.gaveUp?.(services, { backupId: id }, { code: "x", message: "It failed.", retryable: true });
  expect(existsSync(`${file}.part`)).toBe(false);
});

test("the command of a worker that is killed ends, and leaves no file and no secrets behind", async () => {
  const file = join(services.config.dataDir, "backups", "killed.tar");
  await mkdir(dirname(file), { recursive: true });
  const command = new URL("../command.ts", import.meta.url).href;
  const script = `
    const { runCommand } = await import(${JSON.stringify(command)});
    await runCommand({ dataDir: ${JSON.stringify(services.config.dataDir)} }, ["backup", ${JSON.stringify(file)}]);`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  await vi.waitFor(() => expect(existsSync(`${file}.part`)).toBe(true), { timeout: 60_000 });
  worker.kill("SIGKILL");
  const left = () => readdirSync(join(services.config.dataDir, "run")).filter((name) => name.startsWith("backup-"));
  await vi.waitFor(() => expect([existsSync(`${file}.part`), left()]).toEqual([false, []]), { timeout: 30_000 });
  expect(existsSync(file)).toBe(false);
});

test("a backup that cannot be written says why", async () => {
  await beginBackup(root);
  const { id, file } = await newest();
  await updateRows(services, "backups", { id }, { file: join(dirname(file), "no such folder", "a.tar") });
  await writeFile(join(dirname(file), "no such folder"), "in the way");
  const failure = await writeBackup.run(services, { backupId: id }, run).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  await writeBackup.gaveUp?.(services, { backupId: id }, { code: "x", message: "It failed.", retryable: true });
  expect(await newest()).toMatchObject({ state: "failed", problem: "It failed." });
});

test("without room on the disk, and with a database of the operator's own, none is begun", async () => {
  const full = { ...root, diskSpace: () => Promise.resolve({ freeBytes: 5e9, totalBytes: 100e9 }) };
  await expect(beginBackup(full)).rejects.toMatchObject({ code: "storage_full" });
  const outside = { ...root, config: { ...root.config, databaseIsEmbedded: false } };
  await expect(beginBackup(outside)).rejects.toMatchObject({ code: "conflict" });
  expect((await listBackups(outside)).obstacle).toContain("pg_dump");
  expect((await listBackups(root)).obstacle).toBeNull();
});
