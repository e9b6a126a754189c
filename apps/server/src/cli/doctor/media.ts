import { CODEC_NAMES, FURTHER_CODECS } from "@kinora/domain/transcoding/picture-codecs.ts";
import { encoderNames } from "@kinora/media/encoding/picture-encoders.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { sandboxState } from "@kinora/media/tools/sandbox.ts";
import type { Finding } from "./finding.ts";

const needed = {
  encoders: ["libx264", "aac", "mjpeg"],
  muxers: ["hls", "mp4"],
  filters: ["fps", "scale"],
} as const;
const further =
  "Install an ffmpeg with it (that of Debian has it), or switch the codec off in the ladders of projects.";
const install = "Install ffmpeg 5 or newer (Debian: apt-get install ffmpeg), or set FFMPEG_PATH.";

/** ffmpeg is installed, new enough, and has every required codec and filter. */
export async function checkMedia(): Promise<Finding[]> {
  try {
    const found = await mediaCapabilities();
    const missing = (Object.keys(needed) as (keyof typeof needed)[]).flatMap((kind) =>
      needed[kind].filter((name) => !found[kind].has(name)).map((name) => `${name} (${kind})`),
    );
    const facts: Finding[] = [
      { state: "ok", subject: "ffmpeg", message: `${found.version} at ${found.ffmpegPath} (${found.origin})` },
    ];
    if (missing.length > 0)
      facts.push({ state: "failed", subject: "codecs", message: `missing ${missing.join(", ")}`, fix: install });
    else facts.push({ state: "ok", subject: "codecs", message: `supports ${Object.values(needed).flat().join(", ")}` });
    for (const codec of FURTHER_CODECS) {
      const encoder = encoderNames[codec];
      if (found.encoders.has(encoder)) continue;
      const message = `missing ${encoder} (encoders): no renditions in ${CODEC_NAMES[codec]} are made here`;
      facts.push({ state: "warning", subject: "codecs", message, fix: further });
    }
    for (const message of found.warnings) facts.push({ state: "warning", subject: "ffmpeg", message, fix: install });
    return facts;
  } catch (problem) {
    if (!(problem instanceof MediaError)) throw problem;
    return [{ state: "failed", subject: "ffmpeg", message: problem.message, fix: install }];
  }
}

/** Uploaded files are read inside a sandbox; the check runs a program in it. */
export async function checkSandbox(): Promise<Finding[]> {
  const { available, reason } = await sandboxState();
  if (available) return [{ state: "ok", subject: "sandbox", message: "bubblewrap isolates the media tools" }];
  return [
    {
      state: "warning",
      subject: "sandbox",
      message: `${reason ?? "The sandbox doesn't work."} Uploaded files are read with limits, but outside a sandbox.`,
      fix: "Install bubblewrap (Debian: apt-get install bubblewrap); in a container allow user namespaces (Docker: --security-opt seccomp=unconfined).",
    },
  ];
}
