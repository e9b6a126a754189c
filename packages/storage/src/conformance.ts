import { mkdtemp, rm, stat, writeFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidKey, NotStored, RangeNotSatisfiable } from "./errors.ts";
import type { Storage } from "./storage.ts";

const WRONG_KEYS = [
  "",
  "/etc/passwd",
  "../outside",
  "a/../../b",
  "a//b",
  "a/./b",
  "a/",
  "a\\b",
  "a\0b",
  ".draft-x",
  "..",
  ".",
];

/** The storage of a suite and a folder beside it, from the first test on. */
interface Opened {
  storage: Storage;
  outside: string;
}

/** The tests every storage must pass: local disk and S3 run the same suite. */
export function describeStorage(name: string, openStorage: () => Promise<Storage>): void {
  describe(name, () => {
    const opened = {} as Opened;
    beforeAll(async () => {
      opened.storage = await openStorage();
      opened.outside = await mkdtemp(join(tmpdir(), "kinora-storage-"));
    });
    afterAll(() => rm(opened.outside, { recursive: true, force: true }));

    testContent(opened);
    testRefusals(opened);
    testPlaces(opened);
    testLocalFiles(opened);
    testHealth(opened);
  });
}

async function read(storage: Storage, key: string, range?: { start: number; end?: number }): Promise<string> {
  return (await buffer((await storage.get(key, range)).stream)).toString();
}

async function keysIn(storage: Storage, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list(prefix)) found.push(key);
  return found.toSorted();
}

/** What is put is what is read. */
function testContent(opened: Opened): void {
  test("a stored file is read back with its content, size and type", async () => {
    const { storage } = opened;
    const stored = await storage.put("read/back.m3u8", Buffer.from("#EXTM3U"), {
      contentType: "application/vnd.apple.mpegurl",
    });
    expect(stored).toMatchObject({ key: "read/back.m3u8", sizeBytes: 7 });
    expect(await read(storage, "read/back.m3u8")).toBe("#EXTM3U");
    const { stream, ...facts } = await storage.get("read/back.m3u8");
    stream.destroy();
    expect(facts).toMatchObject({
      sizeBytes: 7,
      lengthBytes: 7,
      contentType: "application/vnd.apple.mpegurl",
      etag: stored.etag,
    });
  });

  test("a stream larger than its buffers arrives byte for byte", async () => {
    const { storage } = opened;
    const piece = Buffer.alloc(1024 * 1024, "kinora");
    const stored = await storage.put("large/file.mp4", Readable.from(Array.from({ length: 19 }, () => piece)));
    expect(stored.sizeBytes).toBe(19 * piece.length);
    const { stream } = await storage.get("large/file.mp4");
    expect((await buffer(stream)).equals(Buffer.concat(Array.from({ length: 19 }, () => piece)))).toBe(true);
  });

  test("content in chunks, some of them empty, becomes one file, also without fsync", async () => {
    const { storage } = opened;
    const pieces = ["one ", "", "two ", "three"].map((piece) => Buffer.from(piece));
    for (const volatile of [false, true]) {
      const key = `pieces/deep-${volatile}/file`;
      expect(await storage.put(key, pieces, { volatile })).toMatchObject({ key, sizeBytes: 13 });
      expect(await read(storage, key)).toBe("one two three");
      expect(await storage.stat(key)).toMatchObject({ sizeBytes: 13 });
    }
    expect(await storage.put("pieces/none", [])).toMatchObject({ sizeBytes: 0 });
  });

  test("an empty file can be stored", async () => {
    const { storage } = opened;
    expect(await storage.put("empty/file", Buffer.alloc(0))).toMatchObject({ sizeBytes: 0 });
    expect(await read(storage, "empty/file")).toBe("");
  });

  test("storing again replaces the file and changes its etag", async () => {
    const { storage } = opened;
    const first = await storage.put("again/a", Buffer.from("first"));
    const second = await storage.put("again/a", Buffer.from("second"));
    expect(await read(storage, "again/a")).toBe("second");
    expect(second.etag).not.toBe(first.etag);
  });
}

/** What is not there or not whole is not read, and keys lead nowhere else. */
function testRefusals(opened: Opened): void {
  test("ranges deliver exactly the requested bytes, and one past the end is refused with the size", async () => {
    const { storage } = opened;
    await storage.put("ranges/a", Buffer.from("0123456789"));
    expect(await read(storage, "ranges/a", { start: 2, end: 4 })).toBe("234");
    expect(await read(storage, "ranges/a", { start: 7 })).toBe("789");
    expect(await read(storage, "ranges/a", { start: 8, end: 500 })).toBe("89");
    const { stream, lengthBytes, sizeBytes } = await storage.get("ranges/a", { start: 8, end: 500 });
    stream.destroy();
    expect({ lengthBytes, sizeBytes }).toEqual({ lengthBytes: 2, sizeBytes: 10 });
    const refused = storage.get("ranges/a", { start: 10 });
    await expect(refused).rejects.toBeInstanceOf(RangeNotSatisfiable);
    await expect(refused).rejects.toMatchObject({ sizeBytes: 10 });
  });

  test("a missing file is null, cannot be read, and can be deleted without an error", async () => {
    const { storage, outside } = opened;
    expect(await storage.stat("nowhere/a")).toBeNull();
    await expect(storage.get("nowhere/a")).rejects.toBeInstanceOf(NotStored);
    await expect(storage.move("nowhere/a", "nowhere/b")).rejects.toBeInstanceOf(NotStored);
    await expect(storage.download("nowhere/a", join(outside, "a"))).rejects.toBeInstanceOf(NotStored);
    await storage.delete("nowhere/a");
    expect(await storage.deletePrefix("nowhere")).toBe(0);
  });

  test("a stream that fails leaves no draft and the old file unchanged", async () => {
    const { storage } = opened;
    await storage.put("broken/a", Buffer.from("whole"));
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("The connection was lost.");
      })(),
    );
    await expect(storage.put("broken/a", breaking)).rejects.toThrow("The connection was lost.");
    expect(await read(storage, "broken/a")).toBe("whole");
    expect(await keysIn(storage, "broken")).toEqual(["broken/a"]);
  });

  test.each(WRONG_KEYS)("the key %j is refused by every method", async (key) => {
    const { storage } = opened;
    await expect(storage.put(key, Buffer.from("x"))).rejects.toBeInstanceOf(InvalidKey);
    await expect(storage.get(key)).rejects.toBeInstanceOf(InvalidKey);
    await expect(storage.stat(key)).rejects.toBeInstanceOf(InvalidKey);
    await expect(storage.delete(key)).rejects.toBeInstanceOf(InvalidKey);
    await expect(storage.move("a", key)).rejects.toBeInstanceOf(InvalidKey);
  });
}

/** Listing, deleting, moving and copying. */
function testPlaces(opened: Opened): void {
  test("listing and deleting a folder do not affect one whose name has the same prefix", async () => {
    const { storage } = opened;
    for (const key of ["folder/a/1", "folder/a/2", "folder/a/deep/3", "folder/ab/4"])
      await storage.put(key, Buffer.from(key));
    expect(await keysIn(storage, "folder/a")).toEqual(["folder/a/1", "folder/a/2", "folder/a/deep/3"]);
    expect(await storage.deletePrefix("folder/a/")).toBe(3);
    expect(await keysIn(storage, "folder")).toEqual(["folder/ab/4"]);
  });

  test("the folder of an attempt is moved to its final place with all its files", async () => {
    const { storage } = opened;
    await storage.put("attempts/7.1/720p/init.mp4", Buffer.from("init"));
    await storage.put("attempts/7.1/720p/00000.m4s", Buffer.from("segment"));
    await storage.movePrefix("attempts/7.1", "final/v1");
    expect(await keysIn(storage, "attempts")).toEqual([]);
    expect(await keysIn(storage, "final")).toEqual(["final/v1/720p/00000.m4s", "final/v1/720p/init.mp4"]);
    await expect(storage.movePrefix("attempts/7.1", "final/v2")).rejects.toBeInstanceOf(NotStored);
  });

  test("one file is moved over another", async () => {
    const { storage } = opened;
    await storage.put("one/a b.txt", Buffer.from("new"));
    await storage.put("one/b", Buffer.from("old"));
    await storage.move("one/a b.txt", "one/b");
    expect(await read(storage, "one/b")).toBe("new");
    expect(await storage.stat("one/a b.txt")).toBeNull();
  });

  test("a copy has the same bytes, can be repeated, and remains when the original is deleted or changes", async () => {
    const { storage } = opened;
    await storage.put("copies/a b.txt", Buffer.from("bytes"));
    await storage.copy("copies/a b.txt", "copies/deep/b");
    await storage.copy("copies/a b.txt", "copies/deep/b");
    await storage.put("copies/a b.txt", Buffer.from("other bytes"));
    expect(await read(storage, "copies/deep/b")).toBe("bytes");
    await storage.copy("copies/a b.txt", "copies/deep/b");
    await storage.delete("copies/a b.txt");
    expect(await read(storage, "copies/deep/b")).toBe("other bytes");
    expect(await keysIn(storage, "copies")).toEqual(["copies/deep/b"]);
    await expect(storage.copy("copies/a b.txt", "copies/c")).rejects.toBeInstanceOf(NotStored);
  });
}

/** Files of this machine, in and out. */
function testLocalFiles(opened: Opened): void {
  test("a complete local file is moved into storage", async () => {
    const { storage, outside } = opened;
    const path = join(outside, "upload.bin");
    await writeFile(path, "uploaded");
    expect(await storage.putFile("moved/in.bin", path)).toMatchObject({ sizeBytes: 8 });
    expect(await read(storage, "moved/in.bin")).toBe("uploaded");
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a file is copied to a local path for tools that need one", async () => {
    const { storage, outside } = opened;
    await storage.put("out/a", Buffer.from("copied"));
    await storage.download("out/a", join(outside, "copied"));
    expect(await readFile(join(outside, "copied"), "utf8")).toBe("copied");
    expect(await readFile(storage.localPath("out/a") ?? join(outside, "copied"), "utf8")).toBe("copied");
  });
}

/** What an operator asks. */
function testHealth(opened: Opened): void {
  test("working storage passes its health check, also when called concurrently", async () => {
    const { storage } = opened;
    await Promise.all(Array.from({ length: 50 }, () => storage.check()));
    const space = await storage.space();
    expect(space === null || space.freeBytes <= space.totalBytes).toBe(true);
  });
}
