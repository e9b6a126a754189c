import type { Player } from "./options.ts";

/** The player.js protocol (github.com/embedly/player.js, SPEC.rst), version 0.1: JSON texts by postMessage. */
const CONTEXT = "player.js";
const VERSION = "0.1.0";

const METHODS = {
  play: (player: Player) => void player.play().catch(() => undefined),
  pause: (player: Player) => player.pause(),
  mute: ({ video }: Player) => (video.muted = true),
  unmute: ({ video }: Player) => (video.muted = false),
  setVolume: ({ video }: Player, value: unknown) => {
    if (isNumber(value)) video.volume = Math.min(1, Math.max(0, value / 100));
  },
  setCurrentTime: (player: Player, value: unknown) => {
    if (isNumber(value)) player.seek(value);
  },
  setLoop: ({ video }: Player, value: unknown) => (video.loop = value === true),
} as const;

const QUESTIONS = {
  getPaused: ({ video }: Player) => video.paused,
  getMuted: ({ video }: Player) => video.muted,
  getVolume: ({ video }: Player) => Math.round(video.volume * 100),
  getDuration: ({ video }: Player) => (Number.isFinite(video.duration) ? video.duration : 0),
  getCurrentTime: ({ video }: Player) => video.currentTime,
  getLoop: ({ video }: Player) => video.loop,
} as const;

/** The protocol's events, and the media's event behind each. */
const EVENTS = {
  play: "play",
  pause: "pause",
  ended: "ended",
  timeupdate: "timeupdate",
  seeked: "seeked",
  error: "error",
};

/** A message of the page around, as the protocol has it. */
export interface PlayerJsCall {
  method: string;
  value: unknown;
  /** What the answer is to carry; clients name their callbacks by it. */
  listener: unknown;
}

/** Reads a message; null for anything that is not a call of the protocol. Pure. */
export function readCall(data: unknown): PlayerJsCall | null {
  if (typeof data !== "string" || !data.includes(CONTEXT)) return null;
  try {
    const call = JSON.parse(data) as Record<string, unknown> | null;
    if (call?.["context"] !== CONTEXT || typeof call["method"] !== "string") return null;
    return { method: call["method"], value: call["value"], listener: call["listener"] };
  } catch {
    // Not a message of the protocol.
    return null;
  }
}

/**
 * Serves the player.js protocol to the page around while `isOn` is true. `address` is what the frame was opened with: clients
 * compare it with their frame's `src`. Returns a function that stops it.
 */
export function servePlayerJs(player: Player, isOn: () => boolean, address: string): () => void {
  const outside = window.parent;
  if (outside === window) return () => undefined;
  const stop = new AbortController();
  const listeners = new Map<string, Set<unknown>>();

  const send = (event: string, value?: unknown, listener?: unknown) => {
    if (isOn())
      outside.postMessage(JSON.stringify({ context: CONTEXT, version: VERSION, event, value, listener }), "*");
  };
  const emit = (event: string) => {
    for (const listener of listeners.get(event) ?? []) send(event, valueOf(event, player), listener);
  };
  const ready = (listener?: unknown) =>
    send("ready", { src: address, events: ["ready", ...Object.keys(EVENTS)], methods: methods() }, listener);

  function answer({ method, value, listener }: PlayerJsCall): void {
    if (method === "addEventListener" && typeof value === "string") {
      if (value !== "ready" && !Object.hasOwn(EVENTS, value)) return;
      listeners.set(value, (listeners.get(value) ?? new Set()).add(listener));
      if (value === "ready") ready(listener);
    } else if (method === "removeEventListener" && typeof value === "string") {
      listeners.get(value)?.delete(listener);
    } else if (isKey(QUESTIONS, method)) {
      send(method, QUESTIONS[method](player), listener);
    } else if (isKey(METHODS, method)) {
      METHODS[method](player, value);
    } else {
      send("error", { code: 2, msg: `Invalid method "${method.slice(0, 40)}"` });
    }
  }

  for (const [event, media] of Object.entries(EVENTS))
    player.video.addEventListener(media, () => emit(event), { signal: stop.signal });
  window.addEventListener(
    "message",
    ({ source, data }: MessageEvent<unknown>) => {
      if (source !== outside || !isOn()) return;
      const call = readCall(data);
      if (call) answer(call);
    },
    { signal: stop.signal },
  );
  ready();
  return () => stop.abort();
}

const methods = () => [...Object.keys(METHODS), ...Object.keys(QUESTIONS), "addEventListener", "removeEventListener"];

function valueOf(event: string, { video }: Player): unknown {
  if (event === "timeupdate")
    return { seconds: video.currentTime, duration: Number.isFinite(video.duration) ? video.duration : 0 };
  return event === "error" ? { code: 1, msg: "The video could not be played." } : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isKey = <Table extends object>(table: Table, name: string): name is string & keyof Table =>
  Object.hasOwn(table, name);
