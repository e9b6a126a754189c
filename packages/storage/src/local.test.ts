import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { describeStorage } from "./conformance.ts";
import { StorageFull } from "./errors.ts";
import { openLocalStorage } from "./local.ts";

const folders: string[] = [];
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-local-storage-"));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describeStorage("storage on the local disk", async () => openLocalStorage(await temporaryFolder()));

test("a full disk is distinguished from other errors", async () => {
  const folder = await temporaryFolder();
  const storage = await openLocalStorage(folder);
  // Writing to /dev/full fails with ENOSPC, like a full disk.
  await storage.put("a", Buffer.from("a"));
  await symlink("/dev/full", join(folder, "full"));
  await expect(storage.download("a", join(folder, "full"))).rejects.toBeInstanceOf(StorageFull);
});

test("empty folders are removed", async () => {
  const folder = await temporaryFolder();
  const storage = await openLocalStorage(folder);
  await storage.put("a/b/c", Buffer.from("x"));
  await storage.delete("a/b/c");
  expect(await readdir(folder)).toEqual([]);
});

test("drafts of a killed process are removed, those of running processes are not", async () => {
  const folder = await temporaryFolder();
  const storage = await openLocalStorage(folder);
  await storage.put("a/whole", Buffer.from("x"));
  const module = new URL("./local.ts", import.meta.url).href;
  const script = `
    const { openLocalStorage } = await import(${JSON.stringify(module)});
    const { Readable } = await import("node:stream");
    const storage = await openLocalStorage(${JSON.stringify(folder)});
    const half = async function* () { yield "half"; setTimeout(() => process.kill(process.pid, "SIGKILL"), 50); await new Promise(() => {}); };
    await storage.put("a/b/killed", Readable.from(half()));`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]).catch(() => undefined);
  const waiting = Promise.withResolvers<void>();
  const writing = storage.put(
    "a/b/written",
    Readable.from(
      (async function* () {
        yield "first";
        await waiting.promise;
        yield "second";
      })(),
    ),
  );
  await expect.poll(async () => (await readdir(join(folder, "a/b"))).length).toBe(2);
  expect(await storage.sweepDrafts("a/")).toBe(1);
  waiting.resolve();
  await writing;
  expect(await readdir(join(folder, "a/b"))).toEqual(["written"]);
  expect(await readdir(join(folder, "a"))).toEqual(expect.arrayContaining(["b", "whole"]));
});

test("a folder that is a symbolic link is deleted without what it leads to", async () => {
  const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const storage = await openLocalStorage(folder);
  await storage.put("a/whole", Buffer.from("x"));
  await writeFile(join(elsewhere, "precious"), "keep");
  await symlink(elsewhere, join(folder, "a/link"));
  await storage.deletePrefix("a/link/");
  expect(await readdir(join(folder, "a"))).toEqual(["whole"]);
  expect(await readdir(elsewhere)).toEqual(["precious"]);
});
