import { mediaCapabilities } from "@kinora/media/capabilities.ts";
import { MediaError } from "@kinora/media/errors.ts";
import { sandboxState } from "@kinora/media/sandbox.ts";
import type { Finding } from "./finding.ts";

const needed = {
  encoders: ["libx264", "aac", "mjpeg"],
  muxers: ["hls", "mp4"],
  filters: ["fps", "scale"],
} as const;
const install = "Install ffmpeg 5 or newer (Debian: apt-get install ffmpeg), or set FFMPEG_PATH to one.";

/** ffmpeg is here, is new enough, and can do everything the product asks of it. */
export async function checkMedia(): Promise<Finding[]> {
  try {
    const found = await mediaCapabilities();
    const missing = (Object.keys(needed) as (keyof typeof needed)[]).flatMap((kind) =>
      needed[kind].filter((name) => !found[kind].has(name)).map((name) => `${name} (${kind})`),
    );
    const facts: Finding[] = [
      { state: "good", subject: "ffmpeg", words: `${found.version} at ${found.ffmpegPath} (${found.origin})` },
    ];
    if (missing.length > 0)
      facts.push({ state: "bad", subject: "ffmpeg", words: `it lacks ${missing.join(", ")}`, fix: install });
    else facts.push({ state: "good", subject: "ffmpeg", words: `has ${Object.values(needed).flat().join(", ")}` });
    for (const words of found.warnings) facts.push({ state: "uneasy", subject: "ffmpeg", words, fix: install });
    return facts;
  } catch (problem) {
    if (!(problem instanceof MediaError)) throw problem;
    return [{ state: "bad", subject: "ffmpeg", words: problem.message, fix: install }];
  }
}

/** Uploaded files are read inside a sandbox that really works here, proved by running something in it. */
export async function checkSandbox(): Promise<Finding[]> {
  const { available, reason } = await sandboxState();
  if (available) return [{ state: "good", subject: "sandbox", words: "bubblewrap isolates the media tools" }];
  return [
    {
      state: "uneasy",
      subject: "sandbox",
      words: `${reason ?? "it does not work"} Uploaded files are read with limits, but outside a sandbox.`,
      fix: "Install bubblewrap (Debian: apt-get install bubblewrap); in a container allow user namespaces (Docker: --security-opt seccomp=unconfined).",
    },
  ];
}
