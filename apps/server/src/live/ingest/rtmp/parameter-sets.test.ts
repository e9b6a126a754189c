import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect, test } from "vitest";
import { PublisherFormat } from "../publisher-format.ts";
import { writeAmf } from "./amf.ts";
import { avcPicture } from "./avc.ts";
import { FLV_SCRIPT, FLV_VIDEO } from "./flv.ts";
import { hevcSize } from "./hevc.ts";

const execute = promisify(execFile);

/** The decoder configuration record ffmpeg writes for a picture, from the box of this name. */
async function recordOf(box: "avcC" | "hvcC", ...options: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const codec = box === "avcC" ? ["libx264"] : ["libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"];
  const input = ["-hide_banner", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=322x180:rate=25"];
  const output = ["-movflags", "+empty_moov+delay_moov+default_base_moof", "-f", "mp4", "pipe:1"];
  const args = [...input, "-frames:v", "3", "-c:v", ...codec, "-pix_fmt", "yuv420p", ...options, ...output];
  const { stdout } = await execute(ffmpegPath, args, { encoding: "buffer" });
  const at = stdout.indexOf(box);
  return stdout.subarray(at + 4, at - 4 + stdout.readUInt32BE(at - 4));
}

test("the size of HEVC is read from its parameter set, without the lines that are cut off", async () => {
  expect(hevcSize(await recordOf("hvcC"))).toEqual({ width: 322, height: 180 });
  expect(hevcSize(await recordOf("hvcC", "-pix_fmt", "yuv420p10le"))).toEqual({ width: 322, height: 180 });
  expect(hevcSize(Buffer.alloc(8))).toBeNull();
});

test.each([
  ["plain", [], true],
  ["interlaced", ["-flags", "+ilme+ildct"], false],
  ["of ten bits", ["-pix_fmt", "yuv420p10le"], false],
  ["of 4:2:2", ["-pix_fmt", "yuv422p"], false],
  ["of wide pixels", ["-vf", "setsar=64/45"], false],
  ["of square pixels that are written out", ["-vf", "setsar=1"], true],
  ["tagged as BT.709", ["-color_trc", "bt709", "-colorspace", "bt709", "-color_primaries", "bt709"], true],
  ["of HLG", ["-color_trc", "arib-std-b67"], false],
])("H.264 that is %s", async (_, options, isPlain) => {
  expect(avcPicture(await recordOf("avcC", ...options))).toEqual({ width: 322, height: 180, isPlain, fps: 25 });
});

test.each([
  ["59.94", ["-r", "60000/1001"], 60],
  ["10", ["-r", "10"], 10],
  ["the unit of a clock", ["-bsf:v", "h264_metadata=tick_rate=180000"], null],
])("the rate of H.264 at %s is what can be true", async (_, options, fps) => {
  expect(avcPicture(await recordOf("avcC", ...options))).toMatchObject({ width: 322, fps });
});

test("a publisher that says nothing of its rate is encoded at that of its pictures", async () => {
  const format = new PublisherFormat();
  const config = Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), await recordOf("avcC")]);
  format.read({ type: FLV_VIDEO, at: 0, body: config });
  expect(format.input).toMatchObject({ width: 322, height: 180, fps: 25 });
  format.read({ type: FLV_SCRIPT, at: 0, body: writeAmf("onMetaData", { framerate: 50 }) });
  expect(format.input.fps).toBe(50);
});
