import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findBinaries, majorVersion, wantedMajorVersion } from "./binaries.ts";
import type { Binaries } from "./binaries.ts";
import { MediaError } from "./errors.ts";

const execute = promisify(execFile);

/** Where the media tools are and what they can do; shown in health. */
export interface MediaCapabilities extends Binaries {
  /** Sentences for the operator: an old version, a missing encoder, … */
  warnings: string[];
  encoders: ReadonlySet<string>;
  filters: ReadonlySet<string>;
  muxers: ReadonlySet<string>;
  protocols: ReadonlySet<string>;
}

const required = {
  encoders: ["libx264", "aac", "mjpeg"],
  filters: ["scale", "fps", "split", "aresample", "tile", "thumbnail"],
  muxers: ["mp4", "image2"],
} as const;

/** Answers of `ask` per FFMPEG_PATH and PATH. A failure is not remembered: the operator may install ffmpeg while we run. */
function remembered<T>(ask: (environment: NodeJS.ProcessEnv) => Promise<T>) {
  const cached = new Map<string, Promise<T>>();
  return (environment: NodeJS.ProcessEnv = process.env): Promise<T> => {
    const key = `${environment.FFMPEG_PATH ?? ""}\n${environment.PATH ?? ""}`;
    const known = cached.get(key);
    if (known) return known;
    const asked = ask(environment);
    cached.set(key, asked);
    asked.catch(() => cached.delete(key));
    return asked;
  };
}

/**
 * Finds ffmpeg and ffprobe: FFMPEG_PATH, else the system's ≥ 5, else the bundled ones. Cached per FFMPEG_PATH and PATH once it succeeded.
 *
 * @throws MediaError `tool_missing` naming how to install it.
 */
export const mediaTools = remembered(async (environment): Promise<Binaries> => {
  const binaries = await findBinaries(environment);
  if (binaries) return binaries;
  throw new MediaError(
    "tool_missing",
    "ffmpeg was not found: install it (Debian: apt install ffmpeg bubblewrap) or set FFMPEG_PATH.",
    true,
  );
});

/** The filters that ffmpeg has. Cached per FFMPEG_PATH and PATH once it succeeded. @throws MediaError `tool_missing` */
export const mediaFilters = remembered(async (environment) =>
  list(await mediaTools(environment), "-filters", /^ [A-Z.]{2,3} (\S+)/),
);

/** The encoders that ffmpeg has. Cached per FFMPEG_PATH and PATH once it succeeded. @throws MediaError `tool_missing` */
export const mediaEncoders = remembered(async (environment) =>
  list(await mediaTools(environment), "-encoders", /^ [A-Z.]{6} (\S+)/),
);

/** Whether an encoder that ffmpeg has takes pictures of a format (`ffmpeg -help encoder=…`). @throws MediaError `tool_missing` */
export async function takesPixelFormat(encoder: string, format: string): Promise<boolean> {
  const { ffmpegPath } = await mediaTools();
  const { stdout } = await execute(ffmpegPath, ["-hide_banner", "-help", `encoder=${encoder}`], { timeout: 20_000 });
  const formats = /Supported pixel formats: (.*)/.exec(stdout)?.[1] ?? "";
  return formats.split(/\s+/).includes(format);
}

/**
 * Finds the media tools and asks what they can do, which starts ffmpeg four times more than `mediaTools`.
 * Cached per FFMPEG_PATH and PATH once it succeeded.
 *
 * @throws MediaError `tool_missing` naming how to install it.
 */
export const mediaCapabilities = remembered(askCapabilities);

async function askCapabilities(environment: NodeJS.ProcessEnv): Promise<MediaCapabilities> {
  const binaries = await mediaTools(environment);
  const [encoders, filters, muxers, protocols] = await Promise.all([
    mediaEncoders(environment),
    mediaFilters(environment),
    list(binaries, "-muxers", /^ {1,2}[DEd. ]{1,3} +(\S+)/),
    list(binaries, "-protocols", /^ {2}(\S+)$/),
  ]);
  const found = { encoders, filters, muxers };
  const missing = Object.entries(required).flatMap(([kind, names]) =>
    names.filter((name) => !found[kind as keyof typeof found].has(name)).map((name) => `${name} (${kind})`),
  );
  const warnings = missing.length > 0 ? [`This ffmpeg lacks ${missing.join(", ")}: some videos will fail.`] : [];
  if (majorVersion(binaries.version) < wantedMajorVersion) {
    warnings.push(`ffmpeg ${binaries.version} is old: install version ${wantedMajorVersion} or later.`);
  }
  if (binaries.origin === "bundled") {
    warnings.push("The bundled ffmpeg is used: install the system package, which is newer and gets security fixes.");
  }
  return { ...binaries, warnings, encoders, filters, muxers, protocols };
}

async function list(binaries: Binaries, option: string, line: RegExp): Promise<ReadonlySet<string>> {
  const { stdout } = await execute(binaries.ffmpegPath, ["-hide_banner", option], {
    timeout: 20_000,
    maxBuffer: 8 << 20,
  });
  const names = new Set<string>();
  for (const text of stdout.split("\n")) {
    const name = line.exec(text)?.[1];
    if (name && name !== "=") for (const alias of name.split(",")) names.add(alias);
  }
  return names;
}
