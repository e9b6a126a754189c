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
  | "numbered"
  | "numberedApart"
  | "numberedLate"
  | "numberedVariable"
  | "numberedRecovery"
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

const h264 = (preset: string, pixels: string): string[] => ["-c:v", "libx264", "-preset", preset, "-pix_fmt", pixels];
const x264 = h264("ultrafast", "yuv420p");
const veryfast = h264("veryfast", "yuv420p");
const shortGroups = ["-g", "50", "-bf", "0"];
const aac = ["-c:a", "aac", "-b:a", "96k"];

function picture({ width, height, fps, durationSeconds }: Required<ClipOptions>): string[] {
  return ["-f", "lavfi", "-i", `testsrc2=size=${width}x${height}:rate=${fps}:duration=${durationSeconds}`];
}

function sound({ durationSeconds }: Required<ClipOptions>): string[] {
  return ["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=48000:duration=${durationSeconds}`];
}

const both = (shape: Required<ClipOptions>): string[] => [...picture(shape), ...sound(shape)];

/** Black, with a tone for a tenth of each second, `lateSeconds` after it begins; the flash that goes with it is a filter. */
function blackAndBeeps({ width, height, fps, durationSeconds }: Required<ClipOptions>) {
  return {
    black: `color=black:size=${width}x${height}:rate=${fps}:duration=${durationSeconds}`,
    beeps: (lateSeconds = 0) => {
      const second = lateSeconds === 0 ? "t" : `t+${lateSeconds}`;
      return `aevalsrc='if(lt(mod(${second},1),0.1),sin(2*PI*1000*t),0)':sample_rate=48000:duration=${durationSeconds}`;
    },
  };
}

/** How many black or white columns tell the number of each frame of the numbered clips, from the least on. */
export const numberColumns = 12;

/** Every frame shows its number, so that one that is lost, repeated or in the wrong place is seen; and beeps as above. */
function numberedAndBeeps(shape: Required<ClipOptions>, lateSeconds = 0): string[] {
  // Pixels are computed one by one: of few, which then grow.
  const { black, beeps } = blackAndBeeps({ ...shape, width: 2 * numberColumns, height: 2 });
  const columns = `geq=lum='if(mod(floor(N/pow(2,floor(X*${numberColumns}/W))),2),235,16)':cb=128:cr=128`;
  const grown = `scale=${shape.width}:${shape.height}:flags=neighbor,setsar=1`;
  const late = lateSeconds === 0 ? [] : ["-itsoffset", String(lateSeconds)];
  return [...late, "-f", "lavfi", "-i", `${black},${columns},${grown}`, "-f", "lavfi", "-i", beeps()];
}

/** White for a tenth of each second of a picture that begins at `startSeconds`. */
const flashes = (startSeconds = 0): string[] => {
  const second = startSeconds === 0 ? "t" : `t-${startSeconds}`;
  return ["-vf", `drawbox=c=white:t=fill:enable='lt(mod(${second}+0.0001,1),0.1)'`];
};

function flashesAndBeeps(shape: Required<ClipOptions>): string[] {
  const { black, beeps } = blackAndBeeps(shape);
  return ["-f", "lavfi", "-i", black, "-f", "lavfi", "-i", beeps(), ...flashes()];
}

/** How each clip is made. */
export const recipes: Record<ClipName, Recipe> = {
  streamable: {
    extension: "mp4",
    args: (s) => [...both(s), ...x264, ...shortGroups, ...aac, "-movflags", "+faststart"],
  },
  longGop: {
    extension: "mp4",
    args: (s) => [...both(s), ...x264, "-g", "10000", "-keyint_min", "10000", "-sc_threshold", "0", ...aac],
  },
  variableRate: {
    extension: "mp4",
    // Drops two of three frames in every other second and leaves a hole of a second and a half.
    args: (s) => [
      ...both(s),
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
    args: (s) => [...both(s), ...x264, ...shortGroups, ...aac],
  },
  rotated: { extension: "mp4", args: (s) => [...both(s), ...x264, ...shortGroups, ...aac] },
  oddSize: {
    extension: "mp4",
    args: (s) => [...both(s), "-vf", `scale=${s.width + 1}:${s.height + 1}`, ...h264("ultrafast", "yuv444p"), ...aac],
  },
  silent: { extension: "mp4", args: (s) => [...picture(s), ...x264, ...shortGroups] },
  tenBit: {
    extension: "mp4",
    args: (s) => [...both(s), ...h264("ultrafast", "yuv420p10le"), "-profile:v", "high10", ...aac],
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
  matroska: { extension: "mkv", args: (s) => [...both(s), ...x264, ...shortGroups, "-c:a", "libopus"] },
  webm: {
    extension: "webm",
    args: (s) => [
      ...both(s),
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
    args: (s) => [...both(s), ...x264, "-g", "50", "-bf", "2", ...aac],
  },
  bidirectional: {
    extension: "mp4",
    args: (s) => [...both(s), ...veryfast, "-g", "50", "-bf", "3", ...aac],
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
    args: (s) => [...[...flashesAndBeeps(s), ...x264, "-g", "50", "-bf", "2", ...aac]],
  },
  fractionalRate: {
    extension: "mp4",
    defaults: { fps: "30000/1001" },
    args: (s) => [...both(s), ...x264, "-g", "250", "-bf", "2", ...aac],
  },
  openGroups: {
    extension: "mp4",
    args: (s) => [...both(s), ...veryfast, "-bf", "3", "-x264-params", "keyint=25:open-gop=1", ...aac],
  },
  // As long films have them: now after one second, now after six, and in the middle of a second.
  loneKeyFrames: {
    extension: "mp4",
    args: (s) => [
      ...[...flashesAndBeeps(s), ...veryfast, "-g", "10000", "-bf", "2"],
      ...["-sc_threshold", "0", "-force_key_frames", "0,1.2,7.4,9,12.6", ...aac],
    ],
  },
  // The first half second is in the file but hidden by its edit list.
  cutBeginning: { extension: "mp4", args: (s) => [...both(s), ...x264, ...shortGroups, ...aac] },
  // Two seconds into its own time before anything happens, and the sound three tenths after the picture.
  lateStart: {
    extension: "mkv",
    args: (s) => {
      const { black, beeps } = blackAndBeeps(s);
      return [
        ...["-f", "lavfi", "-itsoffset", "2", "-i", black, "-f", "lavfi", "-itsoffset", "2.3", "-i", beeps(0.3)],
        ...[...flashes(2), ...x264, "-g", "75", "-bf", "2", ...aac],
        ...["-t", String(s.durationSeconds + 2), "-avoid_negative_ts", "disabled", "-copyts"],
      ];
    },
  },
  // Key frames as `loneKeyFrames` has them.
  numbered: {
    extension: "mp4",
    args: (s) => [
      ...[...numberedAndBeeps(s), ...veryfast, "-crf", "18", "-g", "10000", "-bf", "3"],
      ...["-sc_threshold", "0", "-force_key_frames", "0,1.2,7.4,9,12.6", ...aac],
    ],
  },
  // Every key frame begins a segment of a copy, and none of them is where the encoder has its own.
  numberedApart: {
    extension: "mp4",
    args: (s) => [
      ...[...numberedAndBeeps(s), ...veryfast, "-crf", "18", "-g", "10000", "-bf", "3"],
      ...["-sc_threshold", "0", "-force_key_frames", "0,3.72,7.24,11.04,14.6,18.4", ...aac],
    ],
  },
  // The picture begins four tenths after the sound.
  numberedLate: {
    extension: "mkv",
    args: (s) => [...numberedAndBeeps(s, 0.4), ...veryfast, "-crf", "18", "-g", "60", "-bf", "2", ...aac],
  },
  numberedVariable: {
    extension: "mp4",
    args: (s) => [
      ...[...numberedAndBeeps(s), "-vf", "select='not(mod(floor(t),2)*mod(n,3))*not(between(t,3,4.5))'"],
      ...["-vsync", "vfr", ...veryfast, "-crf", "18", "-g", "50", "-bf", "2", ...aac],
    ],
  },
  // Its key frames are no IDR pictures, though nothing that shows before them comes after.
  numberedRecovery: {
    extension: "mp4",
    args: (s) => [...numberedAndBeeps(s), ...veryfast, "-bf", "3", "-x264-params", "keyint=50:open-gop=1", ...aac],
  },
  oneFrame: { extension: "mp4", args: (s) => [...picture(s), "-frames:v", "1", ...x264] },
};
