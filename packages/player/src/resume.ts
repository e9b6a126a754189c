import { readStored, store } from "./stored.ts";

const SAVE_EVERY_SECONDS = 5;
/** Nearer to an end than this, a viewer begins at the start. */
const EDGE_SECONDS = 10;

const keyOf = (item: string) => `kinora:position:${item}`;

/** Where the viewer stopped an item the last time, in seconds; 0 where nothing is stored. */
export function storedPosition(item: string): number {
  const seconds = Number(readStored(keyOf(item)));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Stores where the viewer is while `isOn` says so. Returns a function that stops it. */
export function storePosition(video: HTMLVideoElement, item: string, isOn: () => boolean): () => void {
  let storedAt = -Infinity;
  const keep = () => {
    const { currentTime, duration } = video;
    if (!isOn() || !Number.isFinite(duration) || Math.abs(currentTime - storedAt) < SAVE_EVERY_SECONDS) return;
    write(currentTime, duration);
  };
  const write = (seconds: number, duration: number) => {
    storedAt = seconds;
    const isAtEnd = seconds < EDGE_SECONDS || seconds > duration - EDGE_SECONDS;
    store(keyOf(item), isAtEnd ? null : seconds.toFixed(1));
  };
  const stop = new AbortController();
  video.addEventListener("timeupdate", keep, { signal: stop.signal });
  video.addEventListener(
    "pause",
    () => isOn() && Number.isFinite(video.duration) && write(video.currentTime, video.duration),
    {
      signal: stop.signal,
    },
  );
  return () => stop.abort();
}
