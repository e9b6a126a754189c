import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedColours } from "../encoding/colours.ts";
import { fileUrl } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { jpegEncoder, jpegFilters } from "./jpeg.ts";

/** A storyboard to make from the lowest rendition. */
export interface StoryboardOptions {
  /** One local fMP4 or MP4 file of the lowest rendition (see `joinFragments`). */
  video: string;
  width: number;
  height: number;
  durationSeconds: number;
  /** Of its pictures (see `planColours`). */
  matrix: PlannedColours["matrix"];
  /** How far apart its key frames are about; two seconds unless said. */
  keyFrameSeconds?: number;
  workFolder: string;
  signal: AbortSignal;
}

/** Sprite sheets and the WebVTT file that says where each moment is. */
export interface Storyboard {
  /** WebVTT with `sprite-00000.jpg#xywh=x,y,w,h` cues, URLs relative to the VTT file. */
  vtt: string;
  sprites: { fileName: string; path: string }[];
  intervalSeconds: number;
}

/** Pictures on one sheet: 5 × 5 of at most 160 pixels a side stay small enough to load while the viewer drags. */
const columns = 5;
const rows = 5;
/** How the pictures of a sheet lie. */
export const STORYBOARD_SHEET = { columns, rows } as const;
/** Pixels of the longer side of a storyboard's pictures, at most. */
export const STORYBOARD_SIDE = 160;
const KEY_FRAME_SECONDS = 2;

/** Key frames stand every two seconds, so a shorter interval would only repeat pictures; long videos get at most 200. */
export function storyboardInterval(durationSeconds: number): number {
  return Math.max(2, Math.ceil(durationSeconds / 200));
}

/** Makes the pictures shown while a viewer moves along the seek bar, from key frames only. */
export async function makeStoryboard(options: StoryboardOptions): Promise<Storyboard> {
  const { durationSeconds, workFolder } = options;
  const keyFrameSeconds = options.keyFrameSeconds ?? KEY_FRAME_SECONDS;
  const intervalSeconds = Math.max(storyboardInterval(durationSeconds), Math.ceil(keyFrameSeconds));
  const scale = Math.min(1, STORYBOARD_SIDE / Math.max(options.width, options.height));
  const width = Math.max(2, Math.round((options.width * scale) / 2) * 2);
  const height = Math.max(2, Math.round((options.height * scale) / 2) * 2);
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...[
        "-hide_banner",
        "-nostdin",
        "-y",
        "-v",
        "error",
        "-protocol_whitelist",
        "file",
        "-format_whitelist",
        "mov,mp4",
      ],
      ...["-skip_frame", "nokey", "-i", fileUrl(options.video), "-map", "0:v:0"],
      ...[
        "-vf",
        // Each picture is the key frame nearest to its moment: the last one until half their distance after it. One that comes
        // 2 ms after the moment, as at 29.97 pictures a second, would otherwise give way to the one before.
        `setpts=PTS-STARTPTS-${keyFrameSeconds / 2}/TB,tpad=stop_mode=clone:stop_duration=${intervalSeconds + keyFrameSeconds},fps=fps=1/${intervalSeconds}:start_time=0:round=up,${jpegFilters(`${width}:${height}`, options.matrix)},tile=${columns}x${rows}`,
      ],
      // The last key frame stands for all that follows it; what goes beyond the last piece is left out.
      ...["-frames:v", String(Math.ceil(durationSeconds / intervalSeconds / (columns * rows)))],
      ...[...jpegEncoder(5), "-f", "image2", "-start_number", "0"],
      fileUrl(join(workFolder, "sprite-%05d.jpg")),
    ],
    inputs: [options.video],
    workFolder,
    signal: options.signal,
    limits: { fileBytes: 64 * 1024 ** 2 },
  });
  requireSuccess(result);
  const fileNames = (await readdir(workFolder)).filter((name) => /^sprite-\d{5}\.jpg$/.test(name)).toSorted();
  return {
    vtt: storyboardVtt({ durationSeconds, intervalSeconds, width, height, sheets: fileNames.length }),
    sprites: fileNames.map((fileName) => ({ fileName, path: join(workFolder, fileName) })),
    intervalSeconds,
  };
}

/** One cue per picture (WebVTT; media fragments §4.2.2); never points at a sheet that was not made. */
function storyboardVtt(board: {
  durationSeconds: number;
  intervalSeconds: number;
  width: number;
  height: number;
  sheets: number;
}): string {
  const count = Math.min(Math.ceil(board.durationSeconds / board.intervalSeconds), board.sheets * columns * rows);
  const cues = Array.from({ length: count }, (_, index) => {
    const sheet = Math.floor(index / (columns * rows));
    const place = index % (columns * rows);
    const x = (place % columns) * board.width;
    const y = Math.floor(place / columns) * board.height;
    const start = index * board.intervalSeconds;
    const end = Math.min(start + board.intervalSeconds, board.durationSeconds);
    const name = `sprite-${String(sheet).padStart(5, "0")}.jpg`;
    return `${timestamp(start)} --> ${timestamp(end)}\n${name}#xywh=${x},${y},${board.width},${board.height}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** Where the picture of a moment is: a piece of a sheet, in pixels. */
export interface StoryboardPiece {
  fileName: string;
  /** Seconds of the video from which on it is shown. */
  startSeconds: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads the pieces that a storyboard's WebVTT names, in their order; other cues are left out. Pure. */
export function readStoryboard(vtt: string): StoryboardPiece[] {
  const cue = /^(\d+):(\d\d):(\d\d\.\d{3}) --> \S+\n(sprite-\d+\.jpg)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;
  return [...vtt.matchAll(cue)].map(([, hours, minutes, seconds, fileName = "", ...place]) => {
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    return {
      fileName,
      startSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      x,
      y,
      width,
      height,
    };
  });
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number): string => String(value).padStart(digits, "0");
  const whole = Math.floor(milliseconds / 1000);
  return `${part(Math.floor(whole / 3600), 2)}:${part(Math.floor(whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}
