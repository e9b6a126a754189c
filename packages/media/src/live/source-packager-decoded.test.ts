import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testFolder } from "../fixtures/folder.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { readAacConfig } from "./aac-config.ts";
import { type Tag, packaged, programme } from "./packager-fixtures.ts";
import { originSeconds } from "./source-packager.ts";

const execute = promisify(execFile);
const folder = testFolder("packager");

interface ProbedPacket {
  stream_index: number;
  pts_time: string;
  dts_time: string;
  size: string;
  flags: string;
}

async function packetsOf(path: string): Promise<ProbedPacket[]> {
  const { ffprobePath } = await mediaTools();
  const args = ["-v", "error", "-show_packets", "-of", "json", path];
  const { stdout, stderr } = await execute(ffprobePath, args, { maxBuffer: 64 << 20 });
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { packets: ProbedPacket[] }).packets;
}

/** The tags of an FLV file, and what it describes. */
function readFlv(bytes: Buffer) {
  const tags: Tag[] = [];
  const configs: Record<number, Buffer> = {};
  for (let at = 13; at + 11 < bytes.length;) {
    const type = bytes.readUInt8(at);
    const size = bytes.readUIntBE(at + 1, 3);
    const atMs = bytes.readUIntBE(at + 4, 3);
    const body = bytes.subarray(at + 11, at + 11 + size);
    at += 15 + size;
    const headBytes = type === 9 ? 5 : 2;
    if ((type === 8 || type === 9) && body.readUInt8(1) === 0) configs[type] = body.subarray(headBytes);
    else if (type === 9)
      tags.push({
        ...{ kind: "video", atMs, compositionMs: body.readIntBE(2, 3), isKey: body.readUInt8(0) >> 4 === 1 },
        data: body.subarray(headBytes),
      });
    else if (type === 8) tags.push({ kind: "audio", atMs, data: body.subarray(headBytes) });
  }
  return { tags, avcConfig: configs[9] ?? Buffer.alloc(0), aacConfig: configs[8] ?? Buffer.alloc(0) };
}

test.each([
  ["frames that point forwards only", ["-bf", "0", "-tune", "zerolatency"], 48_000],
  ["frames that point both ways", ["-bf", "3", "-x264-params", "b-adapt=0"], 44_100],
])("ffmpeg finds in it what it finds in the publisher's own: %s", async (name, video, rate) => {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, `${rate}.flv`);
  await execute(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30"],
    ...[
      "-f",
      "lavfi",
      "-i",
      `sine=frequency=440:sample_rate=${rate}`,
      "-t",
      "4",
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
    ],
    ...["-g", "60", "-pix_fmt", "yuv420p", ...video, "-c:a", "aac", "-f", "flv", path],
  ]);
  const { tags, ...configs } = readFlv(await readFile(path));
  const made = packaged(tags, configs);
  const out = join(folder, `${rate}.mp4`);
  await writeFile(
    out,
    Buffer.concat([made.init?.bytes ?? Buffer.alloc(0), ...made.fragments.map(({ bytes }) => bytes)]),
  );
  const [theirs, ours] = await Promise.all([packetsOf(path), packetsOf(out)]);
  const pictures = (packets: ProbedPacket[]) => packets.filter(({ stream_index: index }) => index === 0);
  const extra = Number(pictures(ours)[0]?.size) - Number(pictures(theirs)[0]?.size);
  expect(pictures(ours)).toHaveLength(pictures(theirs).length);
  for (const [at, packet] of pictures(theirs).entries()) {
    const own = pictures(ours)[at];
    const isKey = packet.flags.startsWith("K");
    expect(own?.flags.startsWith("K"), name).toBe(isKey);
    expect(Number(own?.dts_time)).toBeCloseTo(Number(packet.dts_time) + originSeconds, 3);
    if (at > 0) expect(Number(own?.pts_time)).toBeCloseTo(Number(packet.pts_time) + originSeconds, 3);
    expect(Number(own?.size)).toBe(Number(packet.size) + (isKey ? extra : 0));
  }
  // Sound that came before the picture is passed over; silence, of a few bytes, reaches to the first packet and from the last.
  const audible = (packets: ProbedPacket[]) =>
    packets.filter(({ stream_index: index, size }) => index === 1 && Number(size) > 6);
  const own = audible(ours);
  const passedOver = audible(theirs).findIndex(
    ({ size }, at, all) => size === own[0]?.size && all[at + 1]?.size === own[1]?.size,
  );
  const expected = audible(theirs).slice(passedOver, passedOver + own.length);
  expect(passedOver).toBeLessThan(5);
  expect(audible(theirs).length - own.length).toBeLessThan(8);
  expect(own.map(({ size }) => size)).toEqual(expected.map(({ size }) => size));
  for (const [at, { pts_time: theirTime }] of expected.entries())
    expect(Math.abs(Number(own[at]?.pts_time) - Number(theirTime) - originSeconds)).toBeLessThan(0.012);
  const decoded = await execute(ffmpegPath, ["-v", "error", "-i", out, "-f", "null", "-"]);
  expect(decoded.stderr).toBe("");
});

test.each([1, 2, 3, 4, 5, 6, 7])("silence of channel configuration %d is silent to a decoder", async (channels) => {
  const { ffmpegPath } = await mediaTools();
  const aacConfig = Buffer.from([0x11, 0x80 | (channels << 3)]);
  expect(readAacConfig(aacConfig)).toMatchObject({ sampleRate: 48_000, packetSamples: 1024 });
  const made = packaged(programme(2, { soundFrom: Infinity }), { aacConfig });
  const out = join(folder, `silence-${channels}.mp4`);
  await writeFile(
    out,
    Buffer.concat([made.init?.bytes ?? Buffer.alloc(0), ...made.fragments.map(({ bytes }) => bytes)]),
  );
  const { stderr } = await execute(ffmpegPath, [
    "-hide_banner",
    "-i",
    out,
    "-map",
    "0:a",
    "-af",
    "volumedetect",
    "-f",
    "null",
    "-",
  ]);
  expect(stderr).toMatch(/max_volume: -91\.0 dB/);
  expect(stderr).not.toMatch(/\[aac[^\n]*(error|invalid|not allocated)/i);
});
