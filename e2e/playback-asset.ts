import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mediaPlaylist } from "@kinora/media/packaging/playlist.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";

const execute = promisify(execFile);
export const ASSET_SECONDS = 12;
const SEGMENT_SECONDS = 4;

/** The files of one played version, by their names below `v1/`. */
export type AssetFiles = Map<string, Buffer>;

/**
 * Makes a short film as the product stores it: two rungs and a sound of their own, a poster and a storyboard. The picture
 * counts frames, so that one can see it move.
 */
export async function makeAsset(): Promise<AssetFiles> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-e2e-asset-"));
  const { ffmpegPath } = await mediaCapabilities();
  const files: AssetFiles = new Map();
  const run = (...args: string[]) =>
    execute(ffmpegPath, ["-hide_banner", "-nostdin", "-v", "error", ...args], { cwd: folder });
  try {
    const picture = ["-f", "lavfi", "-i", `testsrc2=size=1280x720:rate=25:duration=${ASSET_SECONDS}`];
    const sound = ["-f", "lavfi", "-i", `sine=frequency=330:sample_rate=48000:duration=${ASSET_SECONDS}`];
    const x264 = [
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
      "-g",
      "50",
      "-keyint_min",
      "50",
      "-sc_threshold",
      "0",
    ];
    const hls = (label: string) => [
      ...["-f", "hls", "-hls_time", String(SEGMENT_SECONDS), "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
      ...["-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename", `${label}/%05d.m4s`, `${label}/index.m3u8`],
    ];
    for (const label of ["360p", "720p", "audio"]) await mkdir(join(folder, label));
    await run(...picture, "-vf", "scale=640:360", ...x264, ...hls("360p"));
    await run(...picture, ...x264, ...hls("720p"));
    await run(...sound, "-c:a", "aac", "-ac", "2", ...hls("audio"));
    await run(...picture, "-ss", "2", "-frames:v", "1", "poster.jpg");
    await run(...picture, "-vf", "fps=1,scale=160:90,tile=4x3", "-frames:v", "1", "sprite.jpg");
    for (const label of ["360p", "720p", "audio"]) await collect(files, folder, label);
    files.set("posters/720p.jpg", await readFile(join(folder, "poster.jpg")));
    files.set("storyboard/sprite-00000.jpg", await readFile(join(folder, "sprite.jpg")));
    files.set("storyboard/storyboard.vtt", Buffer.from(storyboard()));
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(files: AssetFiles, folder: string, label: string): Promise<void> {
  for (const name of await readdir(join(folder, label)))
    files.set(`${label}/${name}`, await readFile(join(folder, label, name)));
  const durations = [...(files.get(`${label}/index.m3u8`)?.toString() ?? "").matchAll(/#EXTINF:([\d.]+)/g)].map(
    ([, seconds]) => Number(seconds),
  );
  const segments = durations.map((durationSeconds, index) => ({
    uri: `${String(index).padStart(5, "0")}.m4s`,
    durationSeconds,
  }));
  files.set(`${label}/index.m3u8`, Buffer.from(mediaPlaylist({ segments, targetDurationSeconds: 5, ended: true })));
}

function storyboard(): string {
  const cues = Array.from({ length: ASSET_SECONDS }, (_, second) => {
    const time = (value: number) => `00:00:${String(value).padStart(2, "0")}.000`;
    return `${time(second)} --> ${time(second + 1)}\nsprite-00000.jpg#xywh=${(second % 4) * 160},${Math.floor(second / 4) * 90},160,90\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
