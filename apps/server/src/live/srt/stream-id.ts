const KEY_MAX = 200;
/** What a Stream ID of the access control guidelines begins with. */
const GUIDED = "#!::";
/** `bidirectional` publishes as well as it watches. */
const PUBLISHES = new Set(["publish", "bidirectional"]);
/** The application of RTMP addresses, which some programs put before the key here, too. */
const APP = /^\/?(?:live\/)?/;

/** What a caller asks for by its Stream ID. */
export type StreamWish = { key: string } | "watch" | "nothing";

/**
 * The stream key in a Stream ID: alone, after `publish:`, or as the access control guidelines write it (`#!::r=KEY,m=publish`;
 * libsrt, docs/features/access-control.md), in any order, beside fields that mean nothing here. A caller that does not say what it
 * wants publishes: there is nothing else to do over SRT. Whoever wants to watch is none of ours.
 */
export function readStreamWish(streamId: string): StreamWish {
  const text = decoded(streamId);
  const fields = text.startsWith(GUIDED) ? readFields(text.slice(GUIDED.length)) : plainFields(text);
  if (!PUBLISHES.has(fields.get("m") ?? "publish")) return "watch";
  const key = (fields.get("r") ?? "").replace(APP, "").slice(0, KEY_MAX);
  return key === "" ? "nothing" : { key };
}

/** In an address `#` must be written as `%23`, and ffmpeg sends it as it is written. No key has a percent sign. */
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
  // As servers of others are told it; some programs put what they want to say into a query.
  const [key = ""] = (rest ?? text).split(/[?&]/, 1);
  return new Map([
    ["r", key],
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
