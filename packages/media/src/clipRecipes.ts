/** Small real clips that tests and benchmarks upload: what people's cameras, phones, browsers and screens make. */
export type ClipName =
  | "streamable"
  | "longGop"
  | "variableRate"
  | "portrait"
  | "rotated"
  | "oddSize"
  | "silent"
  | "tenBit"
  | "hdr"
  | "matroska"
  | "webm"
  | "transportStream"
  | "bidirectional"
  | "lateAudio"
  | "flashAndBeep"
  | "fractionalRate"
  | "openGroups"
  | "loneKeyFrames"
  | "cutBeginning"
  | "lateStart"
  | "oneFrame";

/** Shape of a clip; every field has a small default. */
export interface ClipOptions {
  durationSeconds?: number;
  width?: number;
  height?: number;
  /** ffmpeg's notation: `25` or `30000/1001`. */
  fps?: string;
}

/** How ffmpeg makes a clip. */
interface Recipe {
  extension: string;
  defaults?: ClipOptions;
  args: (shape: Required<ClipOptions>) => string[];
}

const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const veryfast = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"];
const shortGroups = ["-g", "50", "-bf", "0"];
const aac = ["-c:a", "aac", "-b:a", "96k"];

function picture({ width, height, fps, durationSeconds }: Required<ClipOptions>): string[] {
  return ["-f", "lavfi", "-i", `testsrc2=size=${width}x${height}:rate=${fps}:duration=${durationSeconds}`];
}

function sound({ durationSeconds }: Required<ClipOptions>): string[] {
  return ["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=48000:duration=${durationSeconds}`];
}

/** How each clip is made. */
export const recipes: Record<ClipName, Recipe> = {
  streamable: {
    extension: "mp4",
    args: (s) => [...picture(s), ...sound(s), ...x264, ...shortGroups, ...aac, "-movflags", "+faststart"],
  },
  longGop: {
    extension: "mp4",
    args: (s) => [
      ...picture(s),
      ...sound(s),
      ...x264,
      "-g",
      "10000",
      "-keyint_min",
      "10000",
      "-sc_threshold",
      "0",
      ...aac,
    ],
  },
  variableRate: {
    extension: "mp4",
    // Drops two of three frames in every other second and leaves a hole of a second and a half.
    args: (s) => [
      ...picture(s),
      ...sound(s),
      "-vf",
      "select='not(mod(floor(t),2)*mod(n,3))*not(between(t,3,4.5))'",
      "-vsync",
      "vfr",
      ...x264,
      ...shortGroups,
      ...aac,
    ],
  },
  portrait: {
    extension: "mp4",
    defaults: { width: 180, height: 320 },
    args: (s) => [...picture(s), ...sound(s), ...x264, ...shortGroups, ...aac],
  },
  rotated: { extension: "mp4", args: (s) => [...picture(s), ...sound(s), ...x264, ...shortGroups, ...aac] },
  oddSize: {
    extension: "mp4",
    args: (s) => [
      ...picture(s),
      ...sound(s),
      "-vf",
      `scale=${s.width + 1}:${s.height + 1}`,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv444p",
      ...aac,
    ],
  },
  silent: { extension: "mp4", args: (s) => [...picture(s), ...x264, ...shortGroups] },
  tenBit: {
    extension: "mp4",
    args: (s) => [
      ...picture(s),
      ...sound(s),
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p10le",
      "-profile:v",
      "high10",
      ...aac,
    ],
  },
  hdr: {
    extension: "mkv",
    args: (s) => [
      ...picture(s),
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-x265-params",
      "log-level=error",
      "-pix_fmt",
      "yuv420p10le",
      "-color_primaries",
      "bt2020",
      "-color_trc",
      "smpte2084",
      "-colorspace",
      "bt2020nc",
    ],
  },
  matroska: { extension: "mkv", args: (s) => [...picture(s), ...sound(s), ...x264, ...shortGroups, "-c:a", "libopus"] },
  webm: {
    extension: "webm",
    args: (s) => [
      ...picture(s),
      ...sound(s),
      "-c:v",
      "libvpx-vp9",
      "-deadline",
      "realtime",
      "-cpu-used",
      "8",
      "-b:v",
      "300k",
      "-c:a",
      "libopus",
    ],
  },
  transportStream: {
    extension: "ts",
    args: (s) => [...picture(s), ...sound(s), ...x264, "-g", "50", "-bf", "2", ...aac],
  },
  bidirectional: {
    extension: "mp4",
    args: (s) => [
      ...picture(s),
      ...sound(s),
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-pix_fmt",
      "yuv420p",
      "-g",
      "50",
      "-bf",
      "3",
      ...aac,
    ],
  },
  lateAudio: {
    extension: "mp4",
    args: (s) => [
      ...picture(s),
      "-itsoffset",
      "1",
      ...sound(s),
      ...x264,
      ...shortGroups,
      ...aac,
      "-t",
      String(s.durationSeconds),
    ],
  },
  flashAndBeep: {
    extension: "mp4",
    // White for three frames and a beep for as long, at the start of every second.
    args: (s) => [
      ...["-f", "lavfi", "-i", `color=black:size=${s.width}x${s.height}:rate=${s.fps}:duration=${s.durationSeconds}`],
      ...[
        "-f",
        "lavfi",
        "-i",
        `aevalsrc='if(lt(mod(t,1),0.1),sin(2*PI*1000*t),0)':sample_rate=48000:duration=${s.durationSeconds}`,
      ],
      ...["-vf", "drawbox=c=white:t=fill:enable='lt(mod(t+0.0001,1),0.1)'", ...x264, "-g", "50", "-bf", "2", ...aac],
    ],
  },
  fractionalRate: {
    extension: "mp4",
    defaults: { fps: "30000/1001" },
    args: (s) => [...picture(s), ...sound(s), ...x264, "-g", "250", "-bf", "2", ...aac],
  },
  openGroups: {
    extension: "mp4",
    args: (s) => [...picture(s), ...sound(s), ...veryfast, "-bf", "3", "-x264-params", "keyint=25:open-gop=1", ...aac],
  },
  // As long films have them: now after one second, now after six, and in the middle of a second.
  loneKeyFrames: {
    extension: "mp4",
    args: (s) => [
      ...["-f", "lavfi", "-i", `color=black:size=${s.width}x${s.height}:rate=${s.fps}:duration=${s.durationSeconds}`],
      ...[
        "-f",
        "lavfi",
        "-i",
        `aevalsrc='if(lt(mod(t,1),0.1),sin(2*PI*1000*t),0)':sample_rate=48000:duration=${s.durationSeconds}`,
      ],
      ...["-vf", "drawbox=c=white:t=fill:enable='lt(mod(t+0.0001,1),0.1)'", ...veryfast, "-g", "10000", "-bf", "2"],
      ...["-sc_threshold", "0", "-force_key_frames", "0,1.2,7.4,9,12.6", ...aac],
    ],
  },
  // The first half second is in the file but hidden by its edit list.
  cutBeginning: { extension: "mp4", args: (s) => [...picture(s), ...sound(s), ...x264, ...shortGroups, ...aac] },
  // Two seconds into its own time before anything happens, and the sound three tenths after the picture.
  lateStart: {
    extension: "mkv",
    args: (s) => [
      ...["-f", "lavfi", "-itsoffset", "2"],
      ...["-i", `color=black:size=${s.width}x${s.height}:rate=${s.fps}:duration=${s.durationSeconds}`],
      ...["-f", "lavfi", "-itsoffset", "2.3"],
      ...[
        "-i",
        `aevalsrc='if(lt(mod(t+0.3,1),0.1),sin(2*PI*1000*t),0)':sample_rate=48000:duration=${s.durationSeconds}`,
      ],
      ...["-vf", "drawbox=c=white:t=fill:enable='lt(mod(t-2+0.0001,1),0.1)'", ...x264, "-g", "75", "-bf", "2", ...aac],
      ...["-t", String(s.durationSeconds + 2), "-avoid_negative_ts", "disabled", "-copyts"],
    ],
  },
  oneFrame: { extension: "mp4", args: (s) => [...picture(s), "-frames:v", "1", ...x264] },
};
