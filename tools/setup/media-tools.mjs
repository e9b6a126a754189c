import { canInstall, ffmpegMajor, findProgram, installPackages } from "./system-packages.mjs";

const leastMajor = 5;

/** The packages of Debian's that have the media tools and their sandbox. */
export const MEDIA_PACKAGES = ["ffmpeg", "bubblewrap"];

/**
 * Makes sure that a good ffmpeg and its sandbox are here: FFMPEG_PATH, the system's, or the system's package where it
 * can be installed. Otherwise it says what will be missing; the bundled ffmpeg of 2018 is used then.
 */
export async function ensureMediaTools() {
  const missing = [...(hasFfmpeg() ? [] : ["ffmpeg"]), ...(findProgram("bwrap") ? [] : ["bubblewrap"])];
  if (missing.length === 0) return;
  if (canInstall()) {
    console.log(`Installing ${missing.join(" and ")}…`);
    const problem = await installPackages(missing);
    if (problem) console.error(problem);
  }
  if (!hasFfmpeg()) {
    console.error(
      "Warning: no ffmpeg of version 5 or newer was found, so the bundled one of 2018 is used: no SRT, fewer formats, slower. Install ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH.",
    );
  }
  if (!findProgram("bwrap") && process.platform === "linux") {
    console.error(
      "Warning: bubblewrap is missing, so uploaded files are read outside a sandbox. Install it (Debian: apt-get install bubblewrap).",
    );
  }
}

function hasFfmpeg() {
  if (process.env.FFMPEG_PATH) return true;
  const file = findProgram("ffmpeg");
  return file !== null && ffmpegMajor(file) >= leastMajor;
}
