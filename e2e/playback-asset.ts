import { encodedFilesOnce } from "@kinora/media/fixtures/made-once.ts";
import { mediaPlaylist } from "@kinora/media/packaging/playlist.ts";

export const ASSET_SECONDS = 12;
const SEGMENT_SECONDS = 4;

/** The files of one played version, by their names below `v1/`. */
export type AssetFiles = Map<string, Buffer>;

const LABELS = ["360p", "720p", "audio"];
const PICTURE = ["-f", "lavfi", "-i", `testsrc2=size=1280x720:rate=25:duration=${ASSET_SECONDS}`];
const SOUND = ["-f", "lavfi", "-i", `sine=frequency=330:sample_rate=48000:duration=${ASSET_SECONDS}`];
const X264 = [
  ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"],
  ...["-g", "50", "-keyint_min", "50", "-sc_threshold", "0"],
];
const hls = (label: string) => [
  ...["-f", "hls", "-hls_time", String(SEGMENT_SECONDS), "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
  ...["-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename", `${label}/%05d.m4s`, `${label}/index.m3u8`],
];
const COMMANDS = [
  [...PICTURE, "-vf", "scale=640:360", ...X264, ...hls("360p")],
  [...PICTURE, ...X264, ...hls("720p")],
  [...SOUND, "-c:a", "aac", "-ac", "2", ...hls("audio")],
  [...PICTURE, "-ss", "2", "-frames:v", "1", "posters/720p.jpg"],
  [...PICTURE, "-vf", "fps=1,scale=160:90,tile=4x3", "-frames:v", "1", "storyboard/sprite-00000.jpg"],
];

/**
 * A short film as the product stores it: two rungs and a sound of their own, a poster and a storyboard. The picture counts
 * frames, so that one can see it move. It is made once for all files of tests.
 */
export async function playbackAsset(): Promise<AssetFiles> {
  const files = await encodedFilesOnce(COMMANDS);
  for (const label of LABELS) files.set(`${label}/index.m3u8`, playlistOf(files.get(`${label}/index.m3u8`)));
  files.set("storyboard/storyboard.vtt", Buffer.from(storyboard()));
  return files;
}

/** Pictures of 10 bits with the colours of HLG. */
const HLG = [
  ...["-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67"],
  ...["-colorspace", "bt2020nc", "-color_range", "tv"],
];

/** The same film in AV1 at its full size, for the few tests that play it. */
export async function av1Asset({ hdr = false } = {}): Promise<AssetFiles> {
  const svt = [
    "-c:v",
    "libsvtav1",
    "-preset",
    "12",
    "-crf",
    "40",
    "-g",
    "50",
    ...(hdr ? HLG : ["-pix_fmt", "yuv420p"]),
  ];
  const files = await encodedFilesOnce([[...PICTURE, ...svt, ...hls("720p-av1")]]);
  return files.set("720p-av1/index.m3u8", playlistOf(files.get("720p-av1/index.m3u8")));
}

/** Its sound at the low bitrate, for the few tests that play it. */
export async function lowSoundAsset(): Promise<AssetFiles> {
  const files = await encodedFilesOnce([[...SOUND, "-c:a", "aac", "-b:a", "64k", "-ac", "2", ...hls("audio-low")]]);
  return files.set("audio-low/index.m3u8", playlistOf(files.get("audio-low/index.m3u8")));
}

/** A sound of it in 5.1, for the few tests that play it. */
export async function surroundAsset(): Promise<AssetFiles> {
  const label = "audio-surround";
  const channels = ["-af", "pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0"];
  const files = await encodedFilesOnce([[...SOUND, ...channels, "-c:a", "aac", "-b:a", "384k", ...hls(label)]]);
  return files.set(`${label}/index.m3u8`, playlistOf(files.get(`${label}/index.m3u8`)));
}

/** The playlist of a rendition as the product writes it, of the one that ffmpeg wrote. */
function playlistOf(written: Buffer = Buffer.alloc(0)): Buffer {
  const durations = [...written.toString().matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  const segments = durations.map((durationSeconds, index) => ({
    uri: `${String(index).padStart(5, "0")}.m4s`,
    durationSeconds,
  }));
  return Buffer.from(mediaPlaylist({ segments, targetDurationSeconds: 5, ended: true }));
}

function storyboard(): string {
  const cues = Array.from({ length: ASSET_SECONDS }, (_, second) => {
    const time = (value: number) => `00:00:${String(value).padStart(2, "0")}.000`;
    return `${time(second)} --> ${time(second + 1)}\nsprite-00000.jpg#xywh=${(second % 4) * 160},${Math.floor(second / 4) * 90},160,90\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
