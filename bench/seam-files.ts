import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { seamTimes, type ListedSegment, type StretchTimes } from "@kinora/media/live/seam-times.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import type { types } from "hls-parser";

const execute = promisify(execFile);

/** In the ticks of what is read: in those of its frame rate, frames of a clock of milliseconds that lie between two fall on one. */
const nowhere = ["-enc_time_base", "-1", "-f", "null", "-"];

interface Kept extends ListedSegment {
  initUri: string;
  seconds: number;
}

/** Keeps every segment a playlist ever listed, so that all of it can be played and measured afterwards. */
export class SeamFiles {
  readonly #address: string;
  readonly #segments = new Map<number, Kept>();
  readonly #inits = new Map<string, Buffer>();

  constructor(address: string) {
    this.#address = address;
  }

  /** Reads what is new in a playlist. @throws Error for a listed file that is not there. */
  async keep({ segments, mediaSequenceBase = 0 }: types.MediaPlaylist): Promise<void> {
    for (const [index, { uri, map, discontinuity, duration }] of segments.entries()) {
      if (!uri || !map || this.#segments.has(mediaSequenceBase + index)) continue;
      const init = this.#inits.get(map.uri) ?? (await this.#read(map.uri));
      this.#inits.set(map.uri, init);
      const bytes = await this.#read(uri);
      const seconds = duration;
      const kept = { init, initUri: map.uri, bytes, discontinuity: discontinuity ?? false, seconds };
      this.#segments.set(mediaSequenceBase + index, kept);
    }
  }

  /** When picture and sound of each stretch between two seams begin and how long they are. */
  times(): StretchTimes[] {
    return seamTimes(this.#all());
  }

  /** Decodes each stretch alone and returns ffmpeg's complaints; then the whole playlist, with the seconds it finds in it. */
  async play(
    folder: string,
  ): Promise<{ complaints: string[]; wholeComplaints: string[]; listedSeconds: number; heardSeconds: number }> {
    const all = this.#all();
    const complaints: string[] = [];
    for (const [at, stretch] of stretchesOf(all).entries()) {
      const path = join(folder, `stretch-${at}.mp4`);
      await writeFile(path, Buffer.concat([stretch[0]?.init ?? Buffer.alloc(0), ...stretch.map(({ bytes }) => bytes)]));
      complaints.push(...(await decode(["-i", path, ...nowhere])).complaints);
    }
    const list = await this.#write(folder, all);
    const whole = await decode(["-allowed_extensions", "ALL", "-i", list, ...nowhere]);
    const sound = ["-map", "0:a", "-ac", "1", "-ar", "8000", "-f", "s16le", "pipe:1"];
    const decoded = await decode(["-allowed_extensions", "ALL", "-i", list, ...sound]);
    const listedSeconds = all.reduce((sum, { seconds }) => sum + seconds, 0);
    return { complaints, wholeComplaints: whole.complaints, listedSeconds, heardSeconds: decoded.bytes / 16_000 };
  }

  #all(): Kept[] {
    return [...this.#segments].toSorted(([a], [b]) => a - b).map(([, kept]) => kept);
  }

  async #write(folder: string, all: readonly Kept[]): Promise<string> {
    await mkdir(folder, { recursive: true });
    const names = new Map([...this.#inits.keys()].map((uri, at) => [uri, `init-${at}.mp4`]));
    for (const [uri, bytes] of this.#inits) await writeFile(join(folder, names.get(uri) ?? ""), bytes);
    const lines = ["#EXTM3U", "#EXT-X-VERSION:8", "#EXT-X-TARGETDURATION:8", "#EXT-X-MEDIA-SEQUENCE:0"];
    let init: string | null = null;
    for (const [at, { initUri, bytes, discontinuity, seconds }] of all.entries()) {
      await writeFile(join(folder, `${at}.m4s`), bytes);
      if (discontinuity) lines.push("#EXT-X-DISCONTINUITY");
      if (initUri !== init) lines.push(`#EXT-X-MAP:URI="${names.get(initUri)}"`);
      init = initUri;
      lines.push(`#EXTINF:${seconds.toFixed(5)},`, `${at}.m4s`);
    }
    const path = join(folder, "all.m3u8");
    await writeFile(path, `${[...lines, "#EXT-X-ENDLIST"].join("\n")}\n`);
    return path;
  }

  async #read(uri: string): Promise<Buffer> {
    const response = await fetch(new URL(uri, this.#address));
    if (!response.ok) throw new Error(`${uri} is listed and was answered with ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  }
}

function stretchesOf(all: readonly Kept[]): Kept[][] {
  const stretches: Kept[][] = [];
  for (const segment of all) {
    const open = stretches.at(-1);
    if (open && !segment.discontinuity) open.push(segment);
    else stretches.push([segment]);
  }
  return stretches;
}

async function decode(args: readonly string[]): Promise<{ complaints: string[]; bytes: number }> {
  const { ffmpegPath } = await mediaCapabilities();
  const quietly = ["-hide_banner", "-nostdin", "-v", "error", ...args];
  const { stdout, stderr } = await execute(ffmpegPath, quietly, { encoding: "buffer", maxBuffer: 256 << 20 });
  return { complaints: stderr.toString().split("\n").filter(Boolean), bytes: stdout.length };
}
