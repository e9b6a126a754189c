import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { createStore, type Store } from "../../platform/store.ts";

/** What the embedded player says about itself (docs/embedding.md, "Steering the player"). */
interface PlayerMessage {
  kinora: 1;
  video: string;
  current_time: number;
}

/** Reads a message of a player; null for anything that is not one of this video's. Pure. */
export function readPlayerMessage(data: unknown, hash: string): PlayerMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, video, current_time: time } = data as Partial<Record<keyof PlayerMessage, unknown>>;
  if (kinora !== 1 || video !== hash || typeof time !== "number" || !Number.isFinite(time)) return null;
  return { kinora, video: hash, current_time: Math.max(0, time) };
}

/** A player in a frame, as the page around it knows it. */
export interface FramedPlayer {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Seconds, to tenths; null until the player says where it is. Kept apart: it changes a few times a second. */
  position: Store<{ seconds: number | null }>;
  play: () => void;
  pause: () => void;
  seek: (seconds: number) => void;
}

/**
 * Follows the player in a frame: where it is now. Only what that frame says from the edge's own origin counts; what is
 * asked of it goes to that origin alone.
 */
export function usePlayer(hash: string, edgeUrl: string): FramedPlayer {
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [position] = useState(() => createStore<{ seconds: number | null }>({ seconds: null }));
  const origin = URL.canParse(edgeUrl) ? new URL(edgeUrl).origin : null;
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = readPlayerMessage(event.data, hash);
      if (message) position.set({ seconds: Math.round(message.current_time * 10) / 10 });
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [hash, origin, position]);
  const [play, pause, seek] = useMemo(() => {
    const tell = (command: object) => {
      if (origin !== null) frame.current?.contentWindow?.postMessage({ kinora: 1, ...command }, origin);
    };
    return [
      () => tell({ command: "play" }),
      () => tell({ command: "pause" }),
      (seconds: number) => tell({ command: "seek", seconds }),
    ];
  }, [origin]);
  return { frame, position, play, pause, seek };
}
