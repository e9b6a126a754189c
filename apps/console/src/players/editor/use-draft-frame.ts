import { changedSettings, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { useEffect, useRef, useState, type RefObject } from "react";
import { needsRestart } from "./player-form.ts";

const EVENTS_SHOWN = 100;

/** An event of the player in the frame. */
export interface FrameEvent {
  id: number;
  name: string;
  /** Where the video was. */
  seconds: number;
}

/**
 * Feeds an embed page in a frame with a draft: each change is sent to it, and all of it once the frame is ready. Only what
 * the frame sends from the edge's own origin counts.
 */
export function useDraftFrame(
  settings: PlayerSettings,
  edgeUrl: string,
): { frame: RefObject<HTMLIFrameElement | null>; events: readonly FrameEvent[] } {
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [events, setEvents] = useState<readonly FrameEvent[]>([]);
  const shown = useRef<PlayerSettings | null>(null);
  const latest = useRef(settings);
  const origin = URL.canParse(edgeUrl) ? new URL(edgeUrl).origin : null;
  useEffect(() => {
    latest.current = settings;
    if (shown.current) shown.current = send(frame.current, origin, settings, shown.current);
  }, [settings, origin]);
  useEffect(() => {
    let count = 0;
    // Each player of the frame sends `ready`, also one that was restarted for a change.
    let loaded: Window | null = null;
    const listen = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source === null || source !== frame.current?.contentWindow) return;
      const event = readEvent(data);
      if (!event) return;
      if (event.name === "ready" && loaded !== source) {
        loaded = frame.current.contentWindow;
        shown.current = send(frame.current, origin, latest.current, null);
      }
      if (event.name === "timeupdate") return;
      count += 1;
      setEvents((before) => [{ id: count, ...event }, ...before].slice(0, EVENTS_SHOWN));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [origin]);
  return { frame, events };
}

/** Sends the settings to the frame; what a running player cannot show begins the player again. */
function send(
  frame: HTMLIFrameElement | null,
  origin: string | null,
  settings: PlayerSettings,
  before: PlayerSettings | null,
): PlayerSettings {
  if (origin !== null)
    frame?.contentWindow?.postMessage(
      {
        kinora: 1,
        command: "configure",
        settings: changedSettings(settings),
        restart: before === null || needsRestart(before, settings),
      },
      origin,
    );
  return settings;
}

/** Reads a message of a player (docs/embedding.md); null for anything else. */
function readEvent(data: unknown): { name: string; seconds: number } | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, event, current_time: seconds } = data as Record<string, unknown>;
  return kinora === 1 && typeof event === "string" && typeof seconds === "number" ? { name: event, seconds } : null;
}
