import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { useEffect, useRef, type RefObject } from "react";

/**
 * Plays ads in an embed page of the edge (apps/embed/src/page-player.ts): the page's first player gets them, and the player that
 * follows begins with them. `ads` must stay the same object for as long as the frame shows them.
 */
export function useAdFrame(ads: EmbedAds, edgeUrl: string): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement | null>(null);
  useEffect(() => {
    const origin = URL.canParse(edgeUrl) ? new URL(edgeUrl).origin : null;
    let players = 0;
    const listen = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      const page = frame.current?.contentWindow;
      if (origin === null || from !== origin || !page || source !== page || !isReady(data)) return;
      players += 1;
      if (players === 1) page.postMessage({ kinora: 1, command: "play_ads", ads }, origin);
      else if (players === 2) page.postMessage({ kinora: 1, command: "play" }, origin);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [ads, edgeUrl]);
  return frame;
}

/** Whether a message says that a player is ready (docs/embedding.md). */
const isReady = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  Reflect.get(data, "kinora") === 1 &&
  Reflect.get(data, "event") === "ready";
