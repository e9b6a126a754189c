import { languageName } from "@kinora/domain/videos/languages.ts";
import { isWhole } from "@kinora/media/live/caption-playlist.ts";
import { FurtherSound } from "@kinora/media/live/further-sound.ts";
import type { SoundTrack } from "@kinora/media/live/live-master.ts";
import { wholePlaylist } from "@kinora/media/live/live-playlist.ts";
import { segmentEnd, soundFolder, soundPlaylist } from "@kinora/media/live/sound-playlist.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { FurtherSounds } from "../ingest/further-sounds.ts";
import type { LiveFiles } from "./live-files.ts";

/** How long a whole segment waits for its further sounds, in seconds of newer media. */
const PATIENCE_SECONDS = 1;
/** Most packets that wait for a segment: about a minute of one sound. */
const WAITING_PACKETS = 3_000;
/** How long a request for a playlist is held that has no segment yet, in milliseconds. */
const LONGEST_WAIT_MS = 8_000;

/** Whose sounds are on air. */
export interface SoundOrigin {
  sounds: Pick<FurtherSounds, "languages">;
  sentFromMs: number | null;
}

/** A packet of a further sound. */
interface SoundPacket {
  track: number;
  /** On the publisher's clock, in milliseconds. */
  atMs: number;
  packet: Buffer;
}

/** The further sounds of one source, cut where its segments are. */
interface CutSounds {
  source: number;
  sounds: FurtherSound[];
}

/**
 * The sounds of a stream beside the first, in segments with the numbers and times of the pictures'. A segment is listed when it is whole and
 * has all its sounds, or when one of them is late; then that is filled with silence.
 */
export class StreamSounds {
  readonly #timeline: LiveTimeline;
  readonly #files: Pick<LiveFiles, "addSound">;
  readonly #dateOf: (origin: SoundOrigin, atMs: number) => number | null;
  #origin: SoundOrigin | null = null;
  /** Packets whose place on the timeline is not known, because nothing of their source is on it yet. */
  #waiting: SoundPacket[] = [];
  /** With their dates, in milliseconds since 1970. */
  #placed: (SoundPacket & { dateMs: number })[] = [];
  #cut: CutSounds | null = null;
  #listedTo: number | null;

  /** @param dateOf the date of a time of a publisher's clock, both in milliseconds; null while viewers do not see it. */
  constructor(
    timeline: LiveTimeline,
    files: Pick<LiveFiles, "addSound">,
    dateOf: (origin: SoundOrigin, atMs: number) => number | null = () => null,
  ) {
    this.#timeline = timeline;
    this.#files = files;
    this.#dateOf = dateOf;
    // What a process before this one listed.
    this.#listedTo = timeline.segments.at(-1)?.sequence ?? null;
    timeline.subscribe(() => this.#list());
  }

  /** Sets the publisher whose sounds come from now on. */
  follow(origin: SoundOrigin): void {
    this.#origin = origin;
    this.#waiting = [];
  }

  /** Takes a packet of the publisher's. @param track from 1 on */
  take(origin: SoundOrigin, track: number, atMs: number, packet: Buffer): void {
    if (origin !== this.#origin) return;
    this.#waiting.push({ track, atMs, packet });
    if (this.#waiting.length > WAITING_PACKETS) this.#waiting.shift();
    this.#place();
    this.#list();
  }

  /** What viewers choose among, the sound of the pictures first; empty where that is the only one. */
  get tracks(): SoundTrack[] {
    const listed = this.#timeline.segments.flatMap(({ sounds }) => [...sounds.keys()]);
    const languages = this.#origin?.sounds.languages ?? [];
    const further = Math.max(languages.length - 1, ...listed, 0);
    const [lowest] = this.#timeline.rungs;
    if (further < 1 || !lowest) return [];
    const names = new Set<string>();
    return Array.from({ length: further + 1 }, (_, track) => {
      const language = languages[track] ?? null;
      const name = unusedName(language === null ? "Audio" : languageName(language), names);
      names.add(name);
      const uri = track === 0 ? `audio/${lowest.label}/${wholePlaylist}` : `${soundFolder(track)}/index.m3u8`;
      return { name, language, uri };
    });
  }

  /** The media playlist of a further sound; null when it has no segment within eight seconds. */
  async playlist(track: number, signal: AbortSignal): Promise<string | null> {
    const isThere = () => this.#listedTo !== null || this.#timeline.ended;
    if (!isThere()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = this.#timeline.subscribe(() => isThere() && resolve());
      const timer = setTimeout(resolve, LONGEST_WAIT_MS);
      const onAbort = () => resolve();
      signal.addEventListener("abort", onAbort, { once: true });
      await promise;
      stop();
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
    return isThere() ? soundPlaylist(this.#timeline, track, this.#listedTo) : null;
  }

  #place(): void {
    while (this.#origin) {
      const [next] = this.#waiting;
      const dateMs = next ? this.#dateOf(this.#origin, next.atMs) : null;
      if (!next || dateMs === null) return;
      this.#waiting.shift();
      this.#placed.push({ ...next, dateMs });
      if (this.#placed.length > WAITING_PACKETS) this.#placed.shift();
    }
  }

  #list(): void {
    const { segments, ended } = this.#timeline;
    // From the end: a long playlist changes there.
    const before = segments.findLastIndex(({ sequence }) => sequence <= (this.#listedTo ?? -1));
    const unlisted = segments.slice(before + 1);
    for (const [at, segment] of unlisted.entries()) {
      // A source may leave the air with its first segment.
      const sounds = segment.kind === "live" ? this.#soundsOf(segment) : [];
      if (!isWhole(segment) && !ended) return;
      const newer = unlisted.slice(at + 1).reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
      if (!this.#cutSegment(segment, sounds, ended || newer >= PATIENCE_SECONDS)) return;
      this.#listedTo = segment.sequence;
    }
  }

  /** Adds its further sounds to a segment; false while they are awaited. */
  #cutSegment(segment: TimelineSegment, sounds: readonly FurtherSound[], isLate: boolean): boolean {
    if (sounds.length === 0) return true;
    const { stretch, source, sequence } = segment;
    this.#place();
    for (const { track, dateMs, packet } of this.#placed.splice(0))
      sounds[track - 1]?.add(stretch.clockSeconds + (dateMs - stretch.startsAtMs) / 1000, packet);
    const end = segmentEnd(segment);
    const isOver = this.#timeline.current?.number !== source;
    if (!isLate && !isOver && sounds.some(({ endSeconds }) => endSeconds < end)) return false;
    for (const [index, sound] of sounds.entries()) {
      const bytes = sound.cut(end);
      const track = index + 1;
      const name = `${soundFolder(track)}/${sequence}.m4s`;
      this.#timeline.addSound(sequence, track, { name, sizeBytes: bytes.length });
      this.#files.addSound({ track, sequence, name, bytes });
    }
    return true;
  }

  /** The sounds of a segment's source; those of one that is not on air any more are only known if it began with them. */
  #soundsOf({ source, stretch, startsAtMs }: TimelineSegment): readonly FurtherSound[] {
    if (this.#cut?.source === source) return this.#cut.sounds;
    const isOnAir = this.#timeline.current?.number === source;
    const further = isOnAir ? Math.max(0, (this.#origin?.sounds.languages.length ?? 0) - 1) : 0;
    const startSeconds = stretch.clockSeconds + (startsAtMs - stretch.startsAtMs) / 1000;
    const sounds = Array.from({ length: further }, () => new FurtherSound(startSeconds));
    this.#cut = { source, sounds };
    return sounds;
  }
}

/** Names within a group of sounds must differ (RFC 8216bis §4.4.6.1.1). */
function unusedName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
