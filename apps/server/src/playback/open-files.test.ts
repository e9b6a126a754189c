import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OpenFiles, readBytes, type LocalFile } from "./open-files.ts";

const folder = testFolder("open-files");
let files: OpenFiles;

beforeAll(() => {
  files = new OpenFiles();
});

afterAll(async () => {
  files.close();
});

const read = async ({ fd, sizeBytes }: LocalFile) => {
  const bytes = Buffer.alloc(sizeBytes);
  await readBytes(fd, bytes, sizeBytes, 0);
  return bytes.toString();
};

test("viewers of the same file share one opening, and the next one finds it open", async () => {
  const path = join(folder, "shared");
  await writeFile(path, "segment");
  expect(files.borrowOpen("shared")).toBeUndefined();
  const [one, other] = await Promise.all([files.borrow("shared", path), files.borrow("shared", path)]);
  expect(other).toBe(one);
  expect(await read(one)).toBe("segment");
  files.giveBack(one);
  files.giveBack(other);
  const next = files.borrowOpen("shared");
  expect(next).toBe(one);
  if (next) files.giveBack(next);
});

test("a file that is evicted by a thousand others can be read to its end by its readers", async () => {
  const path = join(folder, "crowded");
  await writeFile(path, "still here");
  const reading = await files.borrow("crowded", path);
  for (let index = 0; index < 1_000; index += 1) files.giveBack(await files.borrow(`other ${index}`, path));
  expect(files.borrowOpen("crowded")).toBeUndefined();
  expect(await read(reading)).toBe("still here");
  files.giveBack(reading);
});

test("a missing file is distinguished from other errors", async () => {
  await expect(files.borrow("missing", join(folder, "missing"))).rejects.toBeInstanceOf(NotStored);
  await expect(files.borrow("inside", join(folder, "crowded", "inside"))).rejects.toBeInstanceOf(NotStored);
});
