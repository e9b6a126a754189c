import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { takeSnapshot } from "./live-snapshot.ts";

const execute = promisify(execFile);

async function remuxed(format: string, ...extra: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const args = [
    "-v",
    "error",
    "-i",
    await clip("streamable"),
    "-t",
    "2",
    "-c",
    "copy",
    ...extra,
    "-f",
    format,
    "pipe:1",
  ];
  return (await execute(ffmpegPath, args, { encoding: "buffer", maxBuffer: 64 << 20 })).stdout;
}

test.each([
  ["live_flv", "flv", []],
  ["matroska", "matroska", []],
  ["mov", "mp4", ["-movflags", "+empty_moov+default_base_moof"]],
] as const)("a snapshot of %s is a small picture and the level of its sound", async (container, format, extra) => {
  const peek = await takeSnapshot({ bytes: await remuxed(format, ...extra), container, hasSound: true });
  expect(peek?.picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(peek?.audioLevelDb).toBeLessThan(0);
  expect(peek?.audioLevelDb).toBeGreaterThan(-60);
});

test("without sound nothing is said of it, and of what is no picture there is no look", async () => {
  const bytes = await remuxed("flv", "-an");
  expect(await takeSnapshot({ bytes, container: "live_flv", hasSound: false })).toMatchObject({ audioLevelDb: null });
  expect(await takeSnapshot({ bytes: Buffer.alloc(5000, 7), container: "live_flv", hasSound: true })).toBeNull();
  expect(
    await takeSnapshot({ bytes: await readFile(import.meta.filename), container: "mov", hasSound: true }),
  ).toBeNull();
});
