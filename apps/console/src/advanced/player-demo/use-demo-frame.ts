import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { readDemoMessage, type PlaybackFigures } from "@kinora/domain/playback/demo.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { useEffect, useRef, useState, type RefObject } from "react";

const EVENTS_KEPT = 200;

/** What an embed page plays in place of what it shows by itself; `null` leaves that as it is. */
export interface DemoOrders {
  settings: Partial<PlayerSettings> | null;
  ads: EmbedAds | null;
  source: { source: string; live: boolean } | null;
}

/** Something that happened in the frame. */
export interface DemoEvent {
  id: number;
  name: string;
  /** Since the frame was made. */
  afterSeconds: number;
  /** Where the video was. */
  mediaSeconds: number;
}

interface DemoFrameState {
  frame: RefObject<HTMLIFrameElement | null>;
  events: readonly DemoEvent[];
  figures: PlaybackFigures | null;
}

/**
 * Feeds an embed page in a frame (apps/embed/src/page-player.ts): each of its first players gets an order, and every player is asked for its
 * figures. `orders` must stay the same object for as long as the frame shows them. Only what the edge's own origin sends counts.
 *
 * @param plays whenever it grows, the player plays without sound.
 */
export function useDemoFrame(orders: DemoOrders, edgeUrl: string, plays = 0): DemoFrameState {
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [events, setEvents] = useState<readonly DemoEvent[]>([]);
  const [figures, setFigures] = useState<PlaybackFigures | null>(null);
  // Who asks before the player is there is not forgotten.
  const wanted = useRef(plays);
  const origin = URL.canParse(edgeUrl) ? new URL(edgeUrl).origin : null;
  useEffect(() => {
    const begunAt = performance.now();
    let count = 0;
    let players = 0;
    const listen = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      const page = frame.current?.contentWindow;
      if (origin === null || from !== origin || !page || source !== page) return;
      const message = readDemoMessage(data);
      if (message?.event === "figures") return setFigures(message.figures);
      const happened = message ? { name: message.name, seconds: message.current_time } : readEvent(data);
      if (!happened) return;
      if (happened.name === "ready") {
        players += 1;
        page.postMessage({ kinora: 1, command: "measure" }, origin);
        // Each order begins the player again: the next one is for the player that then is ready.
        const order = messagesOf(orders)[players - 1];
        if (order) page.postMessage(order, origin);
        else if (wanted.current > 0) playQuietly(page, origin);
      }
      if (happened.name === "timeupdate") return;
      count += 1;
      const afterSeconds = (performance.now() - begunAt) / 1_000;
      const event = { id: count, name: happened.name, afterSeconds, mediaSeconds: happened.seconds };
      setEvents((before) => [event, ...before].slice(0, EVENTS_KEPT));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [orders, origin]);
  useEffect(() => {
    wanted.current = plays;
    const page = frame.current?.contentWindow;
    if (plays > 0 && page && origin !== null) playQuietly(page, origin);
  }, [plays, origin]);
  return { frame, events, figures };
}

function playQuietly(page: Window, origin: string): void {
  for (const command of ["mute", "play"]) page.postMessage({ kinora: 1, command }, origin);
}

function messagesOf({ settings, ads, source }: DemoOrders): object[] {
  return [
    ...(source ? [{ kinora: 1, command: "play_source", ...source }] : []),
    ...(ads ? [{ kinora: 1, command: "play_ads", ads }] : []),
    ...(settings ? [{ kinora: 1, command: "configure", settings, restart: true }] : []),
  ];
}

/** Reads a message of the protocol for every page (docs/embedding.md); null for anything else. */
function readEvent(data: unknown): { name: string; seconds: number } | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, event, current_time: seconds } = data as Record<string, unknown>;
  return kinora === 1 && typeof event === "string" && typeof seconds === "number" ? { name: event, seconds } : null;
}
