import type { Player } from "./options.ts";

/** A message from the player to the page around it; `kinora` is the version of the protocol. */
export interface PlayerMessage {
  kinora: 1;
  video: string;
  event: "ready" | (typeof EVENTS)[number];
  /** Seconds. */
  current_time: number;
  /** Seconds; null until known. */
  duration: number | null;
  paused: boolean;
  muted: boolean;
  /** 0–1. */
  volume: number;
}

/** What the page around may ask of a player. */
export type PlayerCommand =
  | { kinora: 1; command: "play" | "pause" | "mute" | "unmute" | "listen" }
  | { kinora: 1; command: "seek"; seconds: number }
  | { kinora: 1; command: "volume"; volume: number };

const EVENTS = ["play", "pause", "timeupdate", "seeked", "volumechange", "ended", "error"] as const;
const SIMPLE = ["play", "pause", "mute", "unmute", "listen"] as const;

/** The pages that a player exchanges messages with. */
export interface SteeringPages {
  /** Whether any page may steer it now. */
  anyPage: () => boolean;
  /** The origin of the one page that always may. */
  always: string;
}

/**
 * Connects a player in a frame with the page around it by postMessage. Any page may embed a video, so messages go to any
 * origin and hold nothing secret; commands are taken from the surrounding window alone. Returns a function that stops it.
 */
export function connectToPage(player: Player, video: string, pages: SteeringPages): () => void {
  const outside = window.parent;
  if (outside === window) return () => undefined;
  const media = player.video;
  const stop = new AbortController();

  const post = (event: PlayerMessage["event"]) => {
    const duration = Number.isFinite(media.duration) ? media.duration : null;
    const { currentTime, paused, muted, volume } = media;
    const message: PlayerMessage = {
      kinora: 1,
      video,
      event,
      current_time: currentTime,
      duration,
      paused,
      muted,
      volume,
    };
    outside.postMessage(message, pages.anyPage() ? "*" : pages.always);
  };
  for (const event of EVENTS) media.addEventListener(event, () => post(event), { signal: stop.signal });

  window.addEventListener(
    "message",
    (event: MessageEvent<unknown>) => {
      if (event.source !== outside || !(pages.anyPage() || event.origin === pages.always)) return;
      const command = readCommand(event.data);
      if (command?.command === "listen") post("ready");
      else if (command) run(player, command);
    },
    { signal: stop.signal },
  );
  post("ready");
  return () => stop.abort();
}

function run(player: Player, command: PlayerCommand): void {
  switch (command.command) {
    case "play":
      // A refusal of the browser shows as a player that stays paused.
      player.play().catch(() => undefined);
      break;
    case "pause":
      player.pause();
      break;
    case "seek":
      player.seek(command.seconds);
      break;
    case "volume":
      player.video.volume = command.volume;
      break;
    default:
      player.video.muted = command.command === "mute";
  }
}

/** Reads a message of the page around; null for anything that is not a command. */
export function readCommand(data: unknown): PlayerCommand | null {
  if (typeof data !== "object" || data === null || !("kinora" in data) || data.kinora !== 1 || !("command" in data))
    return null;
  const simple = SIMPLE.find((name) => name === data.command);
  if (simple) return { kinora: 1, command: simple };
  if (data.command === "seek" && "seconds" in data && isNumber(data.seconds))
    return { kinora: 1, command: "seek", seconds: data.seconds };
  if (data.command === "volume" && "volume" in data && isNumber(data.volume))
    return { kinora: 1, command: "volume", volume: Math.min(1, Math.max(0, data.volume)) };
  return null;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
