/** Ways a picture and its sound come to a player, which the player demo shows beside each other. */
export const DEMO_FORMATS = ["hls", "mp4", "live", "audio", "portrait"] as const;
export type DemoFormat = (typeof DEMO_FORMATS)[number];

export const DEMO_KINDS = ["video", "stream"] as const;

/** How a player's picture and sound arrive, as its page tells the console; sums are from the player's start. */
export interface PlaybackFigures {
  /** From the request to play until the first frame; null before it. */
  first_frame_ms: number | null;
  /** Time for which the picture stood still for want of data. */
  waited_ms: number;
  waits: number;
  watched_ms: number;
  /** Pixels of the picture; 0 before there is one, and for sound alone. */
  width: number;
  height: number;
  /** Of the files that came last; null where no file was measured. */
  bits_per_second: number | null;
  frames: number;
  dropped_frames: number;
  /** What is loaded beyond the present moment. */
  buffered_seconds: number;
}

/** What an embed page tells the console of its player, beside the protocol for every page. */
export type DemoMessage =
  | { kinora: 1; event: "figures"; figures: PlaybackFigures }
  /** Something happened that the protocol has no event for. */
  | { kinora: 1; event: "noted"; name: string; current_time: number };

const NUMBERS = ["waited_ms", "waits", "watched_ms", "width", "height", "frames", "dropped_frames", "buffered_seconds"];

/** Reads a message of an embed page; null for any other. */
export function readDemoMessage(data: unknown): DemoMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, event, figures, name, current_time: seconds } = data as Record<string, unknown>;
  if (kinora !== 1) return null;
  if (event === "noted" && typeof name === "string" && typeof seconds === "number")
    return { kinora, event, name, current_time: seconds };
  return event === "figures" && areFigures(figures) ? { kinora, event, figures } : null;
}

function areFigures(value: unknown): value is PlaybackFigures {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const isNumber = (name: string) => typeof fields[name] === "number";
  const isNumberOrNull = (name: string) => fields[name] === null || isNumber(name);
  return NUMBERS.every(isNumber) && ["first_frame_ms", "bits_per_second"].every(isNumberOrNull);
}

/** What a person asks the player demo to play: an item by its public id, or an address to play as it is. */
export type DemoSource = { kind: "item"; hash: string } | { kind: "address"; url: string };

const HASH = /^[\w-]{6,64}$/;
const OWN_PATH = /^\/(?:embed|v|hls)\/(?:~[^/]+\/)?([\w-]{6,64})(?:\/|$)/;

/**
 * Reads what was typed: a public id, an address of this installation's edge that shows an item, or any other address of the web, whose
 * media the browser fetches itself. Null for what is none of these.
 */
export function readDemoSource(text: string, edgeUrl: string): DemoSource | null {
  const typed = text.trim();
  if (HASH.test(typed)) return { kind: "item", hash: typed };
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const hash =
    URL.canParse(edgeUrl) && url.origin === new URL(edgeUrl).origin ? OWN_PATH.exec(url.pathname)?.[1] : null;
  const isPage = !/\.(m3u8|mp4|m4v|webm|mov)$/i.test(url.pathname);
  return hash && isPage ? { kind: "item", hash } : { kind: "address", url: url.href };
}
