import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { mediaTools } from "../tools/capabilities.ts";
import { pidsWithFrames, readProgramme } from "./programme-map.ts";
import { crc32Mpeg } from "./splice-info.ts";
import { openTransportStream } from "./transport-stream.ts";

const [FIRST, SECOND, THIRD] = [0x101, 0x102, 0x103];
const MAP_PID = 0x1000;

/** A picture with a tone in German, silence in English and a tone in French; the French begins later if wanted. */
async function transportStream(frenchFrom = 0): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const tone = (hertz: number) => ["-f", "lavfi", "-i", `sine=frequency=${hertz}:sample_rate=48000`];
  const args = [
    ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25", ...tone(440)],
    ...["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-itsoffset", String(frenchFrom), ...tone(700)],
    ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a", "-t", "3"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2"],
    ...["ger", "eng", "fre"].flatMap((code, at) => [`-metadata:s:a:${at}`, `language=${code}`]),
    ...["-f", "mpegts", "pipe:1"],
  ];
  const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
  return (await promisify(execFile)(ffmpegPath, args, options)).stdout;
}

/** The stream with the English sound as private data, which only ffmpeg finds to be sound. */
function withPrivateSound(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = 0; at + 188 <= changed.length; at += 188) {
    const packet = changed.subarray(at, at + 188);
    if ((packet.readUInt16BE(1) & 0x1fff) !== MAP_PID || (packet.readUInt8(1) & 0x40) === 0) continue;
    const section = packet.subarray(5);
    const length = 3 + (section.readUInt16BE(1) & 0x0fff);
    const entry = section.indexOf(Buffer.from([0x0f, 0xe0 | (SECOND >> 8), SECOND & 0xff]));
    section.writeUInt8(0x06, entry);
    section.writeUInt32BE(crc32Mpeg(section.subarray(0, length - 4)), length - 4);
  }
  return changed;
}

/** The mean size of the packets of each sound, in their order. */
async function sizesOf(bytes: Buffer, ...[programme, , sounds]: Parameters<typeof openTransportStream>) {
  const stream = await openTransportStream(programme, () => undefined, sounds);
  stream.input.end(bytes);
  const sizes = new Map<number, number[]>();
  for await (const { codec, kind, trackId = 0, data } of stream.pieces)
    if (codec === "aac" && kind === "frame") sizes.set(trackId, [...(sizes.get(trackId) ?? []), data.length]);
  await stream.stop(0);
  return [...sizes.values()].map((each) => each.reduce((sum, size) => sum + size, 0) / each.length);
}

test("sounds are taken by their ids: a private track between them shifts none", async () => {
  const bytes = withPrivateSound(await transportStream());
  const programme = readProgramme(bytes);
  if (!programme?.sounds) throw new Error("The stream has one sound.");
  expect(programme.sounds).toEqual([
    { pid: FIRST, codec: "aac", language: "de" },
    { pid: THIRD, codec: "aac", language: "fr" },
  ]);
  const sizes = await sizesOf(bytes, programme, () => undefined, programme.sounds);
  expect(sizes).toHaveLength(2);
  // Silence takes a few bytes.
  for (const size of sizes) expect(size).toBeGreaterThan(60);
});

test("tracks are known to be sent by their frames", async () => {
  const bytes = await transportStream(2);
  const begun = bytes.subarray(0, Math.floor(bytes.length / 3 / 188) * 188);
  expect([...pidsWithFrames(begun)]).toEqual(expect.arrayContaining([0x100, FIRST, SECOND]));
  expect(pidsWithFrames(begun).has(THIRD)).toBe(false);
  expect(pidsWithFrames(bytes).has(THIRD)).toBe(true);
});
