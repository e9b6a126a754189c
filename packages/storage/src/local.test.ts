import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("a full disk is told apart from other trouble", async () => {
  const folder = await temporaryFolder();
  const storage = await openLocalStorage(folder);
  // Writing to /dev/full answers ENOSPC, as a full disk does.
  await storage.put("a", Buffer.from("a"));
  await symlink("/dev/full", join(folder, "full"));
  await expect(storage.download("a", join(folder, "full"))).rejects.toBeInstanceOf(StorageFull);
});

test("folders that lost their last file are gone", async () => {
  const folder = await temporaryFolder();
  const storage = await openLocalStorage(folder);
  await storage.put("a/b/c", Buffer.from("x"));
  await storage.delete("a/b/c");
  expect(await readdir(folder)).toEqual([]);
});
