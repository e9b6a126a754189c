import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaCapabilities } from "@kinora/media/capabilities.ts";

const execute = promisify(execFile);

/** When one packet is shown and decoded, in seconds. */
export interface PacketTimes {
  ptsSeconds: number;
  dtsSeconds: number;
}

/** The packets of a file with one track, in the order of the file. */
export async function readPackets(path: string): Promise<PacketTimes[]> {
  const { ffprobePath } = await mediaCapabilities();
  const args = ["-v", "error", "-show_entries", "packet=pts_time,dts_time", "-of", "json", path];
  const { stdout } = await execute(ffprobePath, args, { maxBuffer: 64 << 20 });
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; dts_time: string }[] };
  return packets.map((packet) => ({ ptsSeconds: Number(packet.pts_time), dtsSeconds: Number(packet.dts_time) }));
}

/** Plays a file or address to its end; answers every error line ffmpeg printed, and the frames it decoded. */
export async function playThrough(input: string): Promise<{ errors: string[]; frames: number }> {
  const { ffmpegPath } = await mediaCapabilities();
  const args = ["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1", "-i", input];
  const { stdout, stderr } = await execute(ffmpegPath, [...args, "-map", "0", "-f", "null", "-"], {
    maxBuffer: 16 << 20,
  });
  const frames = [...stdout.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1];
  return { errors: stderr.split("\n").filter((line) => line.trim() !== ""), frames: Number(frames ?? 0) };
}

/** The mean colour of a file's picture at a moment: red, green and blue from 0 to 255. */
export async function colourAt(path: string, seconds: number): Promise<number[]> {
  const { ffmpegPath } = await mediaCapabilities();
  const seek = ["-hide_banner", "-nostdin", "-v", "error", "-ss", String(seconds), "-i", path];
  const pixel = ["-frames:v", "1", "-vf", "scale=1:1", "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1"];
  const { stdout } = await execute(ffmpegPath, [...seek, ...pixel], { encoding: "buffer" });
  return [...stdout];
}
