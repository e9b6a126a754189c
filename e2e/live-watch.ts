import { parse, setOptions, types } from "hls-parser";
import { LIVE_PATIENCE_MS } from "./patience.ts";

setOptions({ strictMode: true });

/** What a viewer saw in a playlist. */
export interface LiveLook {
  text: string;
  playlist: types.MediaPlaylist;
}

interface Seen {
  uri: string;
  discontinuity: boolean;
}

/**
 * A viewer of one rung that reads its playlist by blocking reload and holds the server to what it said: every playlist is valid,
 * numbers never go back, a number never means something else, and what is listed can be read.
 */
export class LiveWatch {
  readonly #address: string;
  readonly #seen = new Map<number, Seen>();
  #sequence = 0;
  #last: types.MediaPlaylist | null = null;
  /** Broken promises, in the order they were noticed. */
  readonly violations: string[] = [];
  /** Times the server could not answer, as while it restarts. */
  unanswered = 0;

  constructor(address: string) {
    this.#address = address;
  }

  /** The highest number seen. */
  get lastSequence(): number {
    return Math.max(-1, ...this.#seen.keys());
  }

  /** Discontinuities seen. */
  get discontinuities(): number {
    return [...this.#seen.values()].filter(({ discontinuity }) => discontinuity).length;
  }

  /** Reads the playlist; held back by the server until it has something new. Null when it could not answer. */
  async look(): Promise<LiveLook | null> {
    const response = await fetch(`${this.#address}${this.#next()}`).catch(() => null);
    if (!response?.ok) {
      this.unanswered += 1;
      this.#last = null;
      return null;
    }
    const text = await response.text();
    const playlist = this.#read(text);
    if (!playlist) return null;
    this.#check(playlist);
    this.#last = playlist;
    return { text, playlist };
  }

  /** Reads on until a look pleases. @throws Error after {@link LIVE_PATIENCE_MS}. */
  async until(what: string, pleases: (look: LiveLook) => boolean): Promise<LiveLook> {
    const deadline = performance.now() + LIVE_PATIENCE_MS;
    for (;;) {
      const look = await this.look();
      if (look && pleases(look)) return look;
      if (!look) await new Promise((wake) => setTimeout(wake, 100));
      if (performance.now() > deadline) throw new Error(`Not within ${LIVE_PATIENCE_MS / 1000} s: ${what}`);
    }
  }

  /** Asks for every segment that is listed as a whole; answers how many could not be read. */
  async missing(): Promise<number> {
    let missing = 0;
    for (const { uri } of this.#last?.segments ?? []) {
      if (!uri) continue;
      const response = await fetch(new URL(uri, this.#address));
      if (!response.ok || (await response.arrayBuffer()).byteLength === 0) missing += 1;
    }
    return missing;
  }

  #next(): string {
    const last = this.#last;
    if (!last?.lowLatencyCompatibility) return "";
    const open = last.segments.at(-1);
    const sequence = last.mediaSequenceBase ?? 0;
    const parts = open?.uri ? null : (open?.parts.filter(({ hint }) => !hint).length ?? 0);
    const wanted = sequence + last.segments.length - (parts === null ? 0 : 1);
    return `?_HLS_msn=${wanted}&_HLS_part=${parts ?? 0}`;
  }

  #read(text: string): types.MediaPlaylist | null {
    try {
      const playlist = parse(text);
      if (playlist instanceof types.MediaPlaylist) return playlist;
      this.violations.push("This is no media playlist.");
    } catch (error) {
      this.violations.push(`${String(error)}\n${text}`);
    }
    return null;
  }

  #check(playlist: types.MediaPlaylist): void {
    const base = playlist.mediaSequenceBase ?? 0;
    if (base < this.#sequence) this.violations.push(`The media sequence went back from ${this.#sequence} to ${base}.`);
    this.#sequence = Math.max(this.#sequence, base);
    for (const [at, { uri, discontinuity, duration }] of playlist.segments.entries()) {
      // A segment that grows has no name yet.
      if (!uri) continue;
      const known = this.#seen.get(base + at);
      if (known && known.uri !== uri) this.violations.push(`${base + at} was ${known.uri} and is ${uri}.`);
      if (duration > playlist.targetDuration + 0.5) this.violations.push(`${uri} lasts ${duration} s.`);
      this.#seen.set(base + at, { uri, discontinuity: discontinuity ?? false });
    }
  }
}

/** Says whether a playlist has so many segments that are whole. */
export const wholeSegments =
  (count: number) =>
  ({ playlist }: { playlist: { segments: readonly { uri?: string }[] } }) =>
    playlist.segments.filter(({ uri }) => uri).length >= count;
