import "./latency-line.css";
import { languageTag, playerTexts } from "./language/language.ts";

const REFRESH_MS = 500;

/**
 * Shows how far the viewer is behind the newest picture of a livestream, for as long as the item of the settings menu is
 * checked. `latency` answers seconds; null while unknown. Returns a function that stops it.
 */
export function showLatency(root: HTMLElement, latency: () => number | null): () => void {
  const item = root.querySelector(".kinora-latency-item");
  const line = root.querySelector<HTMLElement>(".kinora-latency");
  let timer: ReturnType<typeof setInterval> | undefined;
  const refresh = () => {
    if (line) line.textContent = latencyWords(latency());
  };
  const follow = () => {
    clearInterval(timer);
    const isWanted = item?.getAttribute("aria-checked") === "true";
    if (line) line.hidden = !isWanted;
    if (!isWanted) return;
    refresh();
    timer = setInterval(refresh, REFRESH_MS);
  };
  // The menu's change event comes before or after the item's own state changes: the item's state is read.
  const watching = new MutationObserver(follow);
  if (item) watching.observe(item, { attributeFilter: ["aria-checked"] });
  // It may have been checked before there was a stream.
  follow();
  return () => {
    watching.disconnect();
    clearInterval(timer);
  };
}

/** `0.8 s behind live`. */
export function latencyWords(seconds: number | null): string {
  if (seconds === null) return playerTexts().measuringLatency;
  const fractionDigits = seconds < 60 ? 1 : 0;
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits, useGrouping: false };
  return playerTexts().behindLive(seconds.toLocaleString(languageTag(), digits));
}
