import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";

const execute = promisify(execFile);

/** When one packet is shown and decoded, in seconds. */
interface PacketTimes {
  ptsSeconds: number;
  dtsSeconds: number;
}

/** What one tool says of a file with one track when it decodes it. */
export interface DecodedFile {
  /** In the order of the file. */
  packets: PacketTimes[];
  frames: number;
  /** Every line it complained in. */
  errors: string[];
}

/** Decodes a file with one track. */
export async function decodeFile(path: string): Promise<DecodedFile> {
  const { ffprobePath } = await mediaCapabilities();
  const shown = ["-show_packets", "-show_frames", "-show_entries", "packet=pts_time,dts_time:frame=media_type"];
  const args = ["-v", "error", ...shown, "-of", "json", path];
  const { stdout, stderr } = await execute(ffprobePath, args, { maxBuffer: 64 << 20 });
  const { packets_and_frames: all } = JSON.parse(stdout) as {
    packets_and_frames: ({ type: "packet"; pts_time: string; dts_time: string } | { type: "frame" })[];
  };
  return {
    packets: all.flatMap((one) =>
      one.type === "packet" ? [{ ptsSeconds: Number(one.pts_time), dtsSeconds: Number(one.dts_time) }] : [],
    ),
    frames: all.filter(({ type }) => type === "frame").length,
    errors: linesOf(stderr),
  };
}

/** Plays a file or address to its end; answers every error line ffmpeg printed, and the frames it decoded. */
export async function playThrough(input: string): Promise<{ errors: string[]; frames: number }> {
  const { ffmpegPath } = await mediaCapabilities();
  const args = ["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1", "-i", input];
  const { stdout, stderr } = await execute(ffmpegPath, [...args, "-map", "0", "-f", "null", "-"], {
    maxBuffer: 16 << 20,
  });
  const frames = [...stdout.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1];
  return { errors: linesOf(stderr), frames: Number(frames ?? 0) };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** The mean colour of a file's picture at a moment: red, green and blue from 0 to 255. */
export async function colourAt(path: string, seconds: number): Promise<number[]> {
  const { ffmpegPath } = await mediaCapabilities();
  const seek = ["-hide_banner", "-nostdin", "-v", "error", "-ss", String(seconds), "-i", path];
  const pixel = ["-frames:v", "1", "-vf", "scale=1:1", "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1"];
  const { stdout } = await execute(ffmpegPath, [...seek, ...pixel], { encoding: "buffer" });
  return [...stdout];
}
