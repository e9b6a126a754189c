import type { Player } from "./options.ts";

/** What a player tells the page around it; `kinora` is the version of the protocol. */
export interface PlayerMessage {
  kinora: 1;
  video: string;
  event: "ready" | "play" | "pause" | "timeupdate" | "ended";
  /** Seconds. */
  current_time: number;
  /** Seconds; null until known. */
  duration: number | null;
}

/** What the page around may ask of a player. */
export type PlayerCommand =
  | { kinora: 1; command: "play" }
  | { kinora: 1; command: "pause" }
  | { kinora: 1; command: "seek"; seconds: number };

const EVENTS = ["play", "pause", "timeupdate", "ended"] as const;

/**
 * Connects a player in a frame with the page around it by postMessage. Any page may embed a video, so messages go to any
 * origin and hold nothing secret; commands are taken from the surrounding window alone. Answers how to stop.
 */
export function connectToPage(player: Player, video: string): () => void {
  const outside = window.parent;
  if (outside === window) return () => undefined;
  const media = player.video;
  const stop = new AbortController();

  const tell = (event: PlayerMessage["event"]) => {
    const duration = Number.isFinite(media.duration) ? media.duration : null;
    const message: PlayerMessage = { kinora: 1, video, event, current_time: media.currentTime, duration };
    outside.postMessage(message, "*");
  };
  for (const event of EVENTS) media.addEventListener(event, () => tell(event), { signal: stop.signal });

  window.addEventListener(
    "message",
    (event: MessageEvent<unknown>) => {
      if (event.source !== outside) return;
      const command = readCommand(event.data);
      if (!command) return;
      if (command.command === "play") player.play().catch(() => undefined);
      else if (command.command === "pause") player.pause();
      else player.seek(command.seconds);
    },
    { signal: stop.signal },
  );
  tell("ready");
  return () => stop.abort();
}

/** Reads a message of the page around; null for anything that is not a command. */
export function readCommand(data: unknown): PlayerCommand | null {
  if (typeof data !== "object" || data === null || !("kinora" in data) || data.kinora !== 1 || !("command" in data))
    return null;
  if (data.command === "play" || data.command === "pause") return { kinora: 1, command: data.command };
  if (data.command !== "seek" || !("seconds" in data)) return null;
  const { seconds } = data;
  return typeof seconds === "number" && Number.isFinite(seconds) ? { kinora: 1, command: "seek", seconds } : null;
}
