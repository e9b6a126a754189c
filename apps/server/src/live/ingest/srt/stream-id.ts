import { pastedStreamKey } from "@kinora/domain/live/pasted-key.ts";

/** Prefix of a Stream ID as in the access control guidelines. */
const GUIDED = "#!::";
/** Modes that publish; `bidirectional` is accepted as one. */
const PUBLISHES = new Set(["publish", "bidirectional"]);
/** The application of RTMP URLs, which some programs put before the key. */
const APP = /^\/?(?:live\/)?/;

/** The request in a Stream ID. */
export type StreamRequest = { key: string } | "watch" | "nothing";

/**
 * The stream key in a Stream ID: alone, after `publish:`, or as the access control guidelines write it (`#!::r=KEY,m=publish`;
 * libsrt, docs/features/access-control.md), in any order, beside fields that are ignored. A caller without a mode publishes; playback
 * over SRT is not supported.
 */
export function readStreamRequest(streamId: string): StreamRequest {
  const text = decoded(streamId);
  const fields = text.startsWith(GUIDED) ? readFields(text.slice(GUIDED.length)) : plainFields(text);
  if (!PUBLISHES.has(fields.get("m") ?? "publish")) return "watch";
  const key = pastedStreamKey((fields.get("r") ?? "").trim().replace(APP, ""));
  return key === "" ? "nothing" : { key };
}

/** In a URL `#` must be written as `%23`, which ffmpeg sends undecoded. No key has a percent sign. */
function decoded(streamId: string): string {
  try {
    return decodeURIComponent(streamId);
  } catch (error) {
    if (error instanceof URIError) return streamId;
    throw error;
  }
}

function plainFields(text: string): Map<string, string> {
  const [, mode, rest] = /^(publish|request|read|play):(.*)$/s.exec(text) ?? [];
  // The syntax of other servers.
  return new Map([
    ["r", rest ?? text],
    ["m", mode ?? "publish"],
  ]);
}

const readFields = (text: string): Map<string, string> =>
  new Map(
    text.split(",").map((field) => {
      const [name = "", ...value] = field.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
