import HLS from "hls-parser";
import type { LiveFragment, LiveInit } from "./fragment-reader.ts";
import { LiveJournal } from "./journal.ts";
import { liveMediaPlaylist } from "./live-playlist.ts";
import type { LiveRung, NewInit, NewPart, NewSegment, TimelineSink } from "./timeline-segment.ts";
import { advertisedPartSeconds } from "./timeline-shape.ts";
import type { LiveTimelineOptions } from "./timeline-source.ts";
import type { LiveTimeline } from "./timeline.ts";

/** A parsed media playlist. */
export type ParsedPlaylist = Extract<ReturnType<typeof HLS.parse>, { isMasterPlaylist: false }>;

/** A ladder of two for tests. */
export const twoRungs: readonly LiveRung[] = [rung("90p", 160, 90), rung("180p", 320, 180)];

/** A rung of the ladder. */
export function rung(label: string, width: number, height: number): LiveRung {
  return { label, width, height, frameRate: 30, codecs: [], peakBitrate: height * 4000, averageBitrate: height * 3000 };
}

/** An init with meaningless bytes, for tests of order and numbers. */
export function anInit({ width, height }: LiveRung): LiveInit {
  return {
    bytes: Buffer.from("init"),
    tracks: [],
    codecs: ["avc1.64001F", "mp4a.40.2"],
    width,
    height,
    frameRate: 30,
    bitrate: height * 3000,
  };
}

/** A fragment with meaningless bytes: a box of free space. */
export function aFragment(startSeconds: number, durationSeconds: number, independent: boolean): LiveFragment {
  return {
    bytes: Buffer.from("\0\0\0\nfree\0\0", "latin1"),
    tracks: [],
    startSeconds,
    durationSeconds,
    endSeconds: startSeconds + durationSeconds,
    frames: 1,
    independent,
  };
}

/** A sink that keeps a timeline's files in memory. */
export class KeptMedia implements TimelineSink {
  readonly files = new Map<string, Buffer>();
  readonly inits: NewInit[] = [];
  readonly segments: NewSegment[] = [];
  readonly removed: number[] = [];

  onInit(init: NewInit): void {
    this.inits.push(init);
    this.files.set(init.name, init.bytes);
  }

  onPart({ name, bytes }: NewPart): void {
    this.files.set(name, bytes);
  }

  onSegment(segment: NewSegment): void {
    this.segments.push(segment);
    this.files.set(segment.name, Buffer.concat(segment.chunks));
  }

  onRemoved(segments: readonly { sequence: number }[]): void {
    this.removed.push(...segments.map(({ sequence }) => sequence));
  }
}

/** A journal in memory; `text` is what a crash leaves behind. */
export function memoryJournal(text = ""): { journal: LiveJournal; port: { text: string } } {
  const port = {
    text,
    read: () => port.text,
    append: (line: string) => {
      port.text += line;
    },
    replace: (whole: string) => {
      port.text = whole;
    },
  };
  const journal = new LiveJournal(port, (error) => {
    throw error;
  });
  return { journal, port };
}

/** Options for a timeline of tests, on a clock that is set by the test. */
export function timelineOptions(over: Partial<LiveTimelineOptions> = {}): LiveTimelineOptions & { sink: TimelineSink } {
  return { rungs: twoRungs, windowSeconds: 60, sink: new KeptMedia(), now: () => 1_700_000_000_000, ...over };
}

/** Parses strictly. */
export function parsed(timeline: LiveTimeline, label: string, lowLatency = true): ParsedPlaylist {
  HLS.setOptions({ strictMode: true });
  const playlist = HLS.parse(liveMediaPlaylist(timeline, label, { lowLatency }));
  if (playlist.isMasterPlaylist) throw new Error("A media playlist was expected.");
  return playlist;
}

/**
 * Watches the playlists of a stream as players do and collects what breaks RFC 8216bis: numbers that go back, entries that change,
 * rungs that disagree, durations beyond their targets, a map or segment that is missing.
 */
export class PlaylistWatch {
  readonly violations: string[] = [];
  readonly #last = new Map<string, { first: number; discontinuities: number; seen: Map<number, string> }>();
  readonly #everywhere = new Map<number, string>();

  /** Checks every rung of a stream, with and without parts; `has` returns whether a file can be fetched. */
  look(timeline: LiveTimeline, has?: (name: string) => boolean): void {
    for (const { label } of timeline.rungs) {
      for (const lowLatency of [true, false]) {
        if (timeline.segments.some((segment) => timeline.entry(segment, label))) {
          this.#lookAt(timeline, label, lowLatency, has);
        }
      }
    }
  }

  #lookAt(timeline: LiveTimeline, label: string, lowLatency: boolean, has?: (name: string) => boolean): void {
    const playlist = parsed(timeline, label, lowLatency);
    const key = `${label} ${lowLatency}`;
    const first = playlist.mediaSequenceBase ?? 0;
    const discontinuities = playlist.discontinuitySequenceBase ?? 0;
    const last = this.#last.get(key) ?? { first, discontinuities, seen: new Map<number, string>() };
    if (first < last.first) this.#say(`${key}: the media sequence went back from ${last.first} to ${first}`);
    if (discontinuities < last.discontinuities) this.#say(`${key}: the discontinuity sequence went back`);
    this.#last.set(key, { first, discontinuities, seen: last.seen });
    let at = discontinuities;
    let endsAt = 0;
    for (const [index, segment] of playlist.segments.entries()) {
      const sequence = first + index;
      if (segment.discontinuity) at += 1;
      const startsAt = segment.programDateTime?.getTime() ?? 0;
      if (startsAt + 1 < endsAt) this.#say(`${key}: the date of ${sequence} goes back`);
      for (const part of segment.parts) {
        if ((part.duration ?? 0) > advertisedPartSeconds(timeline.shape)) this.#say(`${key}: a part is too long`);
        if (has && !part.hint && !has(nameOf(part.uri, label))) this.#say(`${key}: ${part.uri} is missing`);
      }
      if (!segment.uri) continue;
      endsAt = startsAt + segment.duration * 1000;
      if (Math.round(segment.duration) > playlist.targetDuration) this.#say(`${key}: ${sequence} is too long`);
      if (!segment.map) this.#say(`${key}: ${sequence} has no map`);
      if (has && !segment.gap && !has(nameOf(segment.uri, label))) this.#say(`${key}: ${segment.uri} is missing`);
      if (has && segment.map && !segment.gap && !has(nameOf(segment.map.uri, label))) this.#say("a map is missing");
      const says = `${at} ${startsAt}`;
      const elsewhere = this.#everywhere.get(sequence) ?? says;
      if (elsewhere !== says) this.#say(`${key}: ${sequence} is ${says} here and ${elsewhere} on another rung`);
      this.#everywhere.set(sequence, says);
      const whole = `${segment.uri} ${segment.duration} ${segment.gap ?? false}`;
      const before = last.seen.get(sequence) ?? whole;
      if (before !== whole) this.#say(`${key}: ${sequence} changed from ${before} to ${whole}`);
      last.seen.set(sequence, whole);
    }
  }

  /** Allows that listed segments become gaps after a crash. */
  forgetContents(): void {
    for (const { seen } of this.#last.values()) seen.clear();
  }

  #say(violation: string): void {
    this.violations.push(violation);
  }
}

function nameOf(uri: string, label: string): string {
  return uri.startsWith("../") ? uri.slice(3) : uri.startsWith("/") ? uri : `${label}/${uri}`;
}
