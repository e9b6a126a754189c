import { expect, test } from "vitest";
import { HotFiles } from "./hot-files.ts";

const KILO = 1024;
const file = (sizeBytes: number) => ({ bytes: Buffer.alloc(sizeBytes), etag: '"a"' });

/** Asks for a file as the server does; answers where it came from. */
async function ask(hot: HotFiles, key: string, sizeBytes = KILO): Promise<"memory" | "filled" | "streamed"> {
  if (hot.get(key)) return "memory";
  if (!hot.wants(key, sizeBytes)) return "streamed";
  await hot.fill(key, () => Promise.resolve(file(sizeBytes)));
  return "filled";
}

test("a file comes from memory from its third asking on", async () => {
  const hot = new HotFiles(64 * KILO);
  expect([await ask(hot, "a"), await ask(hot, "a"), await ask(hot, "a")]).toEqual(["streamed", "filled", "memory"]);
});

test("going in circles through more than fits leaves what is popular where it is", async () => {
  const hot = new HotFiles(64 * KILO);
  await ask(hot, "popular");
  await ask(hot, "popular");
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 200; index += 1) expect(await ask(hot, `cold ${index}`)).toBe("streamed");
  }
  expect(await ask(hot, "popular")).toBe("memory");
  expect(hot.sizeBytes).toBe(KILO);
});

test("never more than the given bytes are held, and the one not asked for the longest goes first", async () => {
  const hot = new HotFiles(32 * KILO);
  for (let index = 0; index < 40; index += 1) {
    await ask(hot, `file ${index}`);
    await ask(hot, `file ${index}`);
    await ask(hot, "file 0");
  }
  expect(hot.sizeBytes).toBe(32 * KILO);
  expect(hot.get("file 0")).toBeDefined();
  expect(hot.get("file 1")).toBeUndefined();
  expect(hot.get("file 39")).toBeDefined();
});

test("one large file does not take the place of many", () => {
  const hot = new HotFiles(64 * KILO);
  expect(hot.wants("film.mp4", 5 * KILO)).toBe(false);
  expect(hot.wants("film.mp4", 5 * KILO)).toBe(false);
});

test("askers at the same moment share one reading", async () => {
  const hot = new HotFiles(64 * KILO);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return file(KILO);
  };
  await Promise.all([hot.fill("a", read), hot.fill("a", read)]);
  expect(reads).toBe(1);
});
