import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { readProgramme } from "@kinora/media/live/programme-map.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect, test } from "vitest";
import { ProgrammeSearch } from "./programme-search.ts";

const DATAGRAM_BYTES = 1_316;
/** What is said of a stream of one programme. */
const FIRST = { number: 1, others: 0 };

async function transportStream(...more: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const args = ["-v", "error", "-i", await publisherClip(), "-t", "1", "-c", "copy", ...more, "-f", "mpegts", "pipe:1"];
  return (await promisify(execFile)(ffmpegPath, args, { encoding: "buffer" })).stdout;
}

/** Bytes that were looked through until something was found or given up. */
function search(bytes: Buffer) {
  let lookedAt = 0;
  const one = new ProgrammeSearch((given) => {
    lookedAt += given.length;
    return readProgramme(given);
  });
  let found = null;
  for (let at = 0; at < bytes.length && !found && !one.isOver; at += DATAGRAM_BYTES) {
    one.add(bytes.subarray(at, at + DATAGRAM_BYTES));
    found = one.search();
  }
  return { found, isOver: one.isOver, lookedAt, kept: Buffer.concat(one.take()) };
}

test("the tables of a stream are found in its first datagrams, and no byte is lost", async () => {
  const bytes = await transportStream();
  const { found, kept } = search(bytes);
  expect(found).toEqual({ ...FIRST, video: "h264", audio: "aac" });
  expect(kept).toEqual(bytes.subarray(0, kept.length));
  expect(kept.length).toBeLessThanOrEqual(4 * DATAGRAM_BYTES);
});

test("tables after a megabyte of something else are found, too", async () => {
  const noise = Buffer.alloc(188 * 6_000, 0xff);
  for (let at = 0; at < noise.length; at += 188) noise.writeUInt32BE(0x47_1f_ff_10, at);
  expect(search(Buffer.concat([noise, await transportStream(), noise])).found).toEqual({
    ...FIRST,
    video: "h264",
    audio: "aac",
  });
});

test("two megabytes without tables are searched at most three times over, however small the datagrams", () => {
  const { found, isOver, lookedAt } = search(Buffer.alloc(3 * 1024 * 1024, 0x47));
  expect(found).toBeNull();
  expect(isOver).toBe(true);
  expect(lookedAt).toBeLessThan(3 * 2.1 * 1024 * 1024);
});

test("what has no tables is given up after five seconds, however little it is", () => {
  let nowMs = 0;
  const one = new ProgrammeSearch(readProgramme, () => nowMs);
  for (; nowMs <= 5_000; nowMs += 1_000) {
    expect(one.isOver).toBe(false);
    one.add(Buffer.alloc(188));
    expect(one.search()).toBeNull();
  }
  expect(one.isOver).toBe(true);
});

test("of several programmes the first with a picture is taken, and the others are counted", async () => {
  const programmes = ["-program", "title=radio:st=0", "-program", "title=tv:st=1:st=2"];
  const bytes = await transportStream("-map", "0:a", "-map", "0:v", "-map", "0:a", ...programmes);
  expect(search(bytes).found).toEqual({ video: "h264", audio: "aac", number: 2, others: 1 });
});
