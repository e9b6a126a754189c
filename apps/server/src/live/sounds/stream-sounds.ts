import { languageName } from "@kinora/domain/videos/languages.ts";
import { isWhole, wholeSegmentPlaylist } from "@kinora/media/live/caption-playlist.ts";
import type { SoundTrack } from "@kinora/media/live/live-master.ts";
import { silentInit, soundSegment } from "@kinora/media/live/silence.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Services } from "../../context.ts";
import type { FurtherSoundListener } from "../ingest/further-sounds.ts";
import type { Publisher } from "../ingest/publisher.ts";
import { SOUND_FOLDER, type LiveFiles } from "../media/live-files.ts";
import { WholeSegments } from "../media/whole-segments.ts";
import { SoundPackets } from "./sound-packets.ts";

/** How long a segment that is whole waits for packets of its end, in milliseconds: they may come behind the picture's. */
const PATIENCE_MS = 1_000;
/** Segments in memory; all are in storage. */
const HELD_SEGMENTS = 20;
const SEGMENT = /^(\d)-(\d{1,12})\.m4s$/;

/** Finds a date of the playlists on the publisher's clock, in milliseconds; null while viewers do not see the publisher. */
interface PublisherTimes {
  recordedMoment(source: Publisher, dateMs: number): number | null;
}

/**
 * Sounds of a publisher beside the one within the pictures: each is a playlist of whole segments, with the numbers and times of the
 * pictures'. While viewers do not see the publisher, they hear silence there.
 */
export class StreamSounds {
  readonly #services: Pick<Services, "storage" | "log">;
  readonly #timeline: LiveTimeline;
  readonly #files: LiveFiles;
  readonly #times: PublisherTimes;
  readonly #whole: WholeSegments;
  readonly #stopListening: () => void;
  readonly #packets = new Map<number, SoundPackets>();
  readonly #held = new Map<string, Buffer>();
  #publisher: Publisher | null = null;
  #languages: readonly (string | null)[] = [];
  /** What is added to a date to get the publisher's time, by the number of the source. */
  #offset: { source: number; ms: number } | null = null;
  /** The segment that waits for its packets, and since when. */
  #late: { sequence: number; sinceMs: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #deletedTo: number | null = null;
  /** The segments that an earlier process has written; null until that is known. */
  #before: ReadonlySet<string> | null = null;

  constructor(
    services: Pick<Services, "storage" | "log">,
    timeline: LiveTimeline,
    files: LiveFiles,
    times: PublisherTimes,
  ) {
    this.#services = services;
    this.#timeline = timeline;
    this.#files = files;
    this.#times = times;
    this.#whole = new WholeSegments(timeline);
    this.#stopListening = timeline.subscribe(() => this.#write());
    this.#inBackground(this.#readBefore());
  }

  /** Takes the sounds of another publisher. @param onPacket gets each packet, too, with its time on the publisher's clock */
  follow(publisher: Publisher, onPacket: FurtherSoundListener): void {
    if (this.#publisher) this.#publisher.sounds.onPacket = null;
    this.#publisher = publisher;
    this.#packets.clear();
    publisher.sounds.onPacket = (track, atMs, packet) => {
      const packets = this.#packets.get(track) ?? new SoundPackets();
      this.#packets.set(track, packets);
      // Memory of what the demuxer writes is not kept.
      packets.add(atMs, Buffer.from(packet));
      onPacket(track, atMs, packet);
    };
  }

  /** What the master playlist lists: none without a further sound. */
  get tracks(): SoundTrack[] {
    const languages = this.#known();
    const names = languages.map((language, at) => (language === null ? `Audio ${at + 1}` : languageName(language)));
    return languages.map((language, at) => ({
      name: names.indexOf(names[at] ?? "") === at ? (names[at] ?? "") : `${names[at]} ${at + 1}`,
      language,
      uri: at === 0 ? null : `${SOUND_FOLDER}/${at}.m3u8`,
    }));
  }

  /** The playlist of a sound; null for one that there is not. @param track 1 or more */
  playlist(track: number): string | null {
    if (!(track > 0 && track < this.#known().length)) return null;
    return wholeSegmentPlaylist(
      this.#timeline,
      this.#whole.listedTo,
      (sequence) => `${track}-${sequence}.m4s`,
      "init.mp4",
    );
  }

  /** A segment or the initialisation segment; null for any other name. */
  async read(file: string): Promise<Buffer | null> {
    if (file === "init.mp4") return this.#known().length > 0 ? silentInit : null;
    const held = this.#held.get(file);
    const [, , sequence] = SEGMENT.exec(file) ?? [];
    if (held || sequence === undefined || Number(sequence) > (this.#whole.listedTo ?? -1)) return held ?? null;
    return this.#files.read(`${SOUND_FOLDER}/${file}`);
  }

  whenListed(sequence: number | null, signal: AbortSignal): Promise<boolean> {
    return this.#whole.whenListed(sequence, signal);
  }

  /** Writes no further segments; those that are written can be read. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#publisher) this.#publisher.sounds.onPacket = null;
    this.#stopListening();
  }

  /** A publisher that comes back without them leaves them silent: players have their playlists. */
  #known(): readonly (string | null)[] {
    const languages = this.#publisher?.sounds.languages ?? [];
    if (languages.length > this.#languages.length) this.#languages = languages;
    return this.#languages;
  }

  async #readBefore(): Promise<void> {
    const found = new Set<string>();
    const folder = this.#keyOf("");
    for await (const { key } of this.#services.storage.list(folder)) found.add(key.slice(folder.length));
    this.#before = found;
    this.#write();
  }

  #write(): void {
    const tracks = this.#known().length - 1;
    if (tracks < 1 || this.#before === null) return;
    this.#noteOffset();
    for (const segment of this.#whole.next) {
      if (!this.#timeline.ended && (!isWhole(segment) || this.#isLate(segment))) break;
      for (let track = 1; track <= tracks; track += 1) this.#store(track, segment);
      this.#whole.list(segment.sequence);
    }
    this.#forget(tracks);
  }

  /** Dates and the publisher's clock run alike within a source. */
  #noteOffset(): void {
    const { current, segments } = this.#timeline;
    const newest = segments.at(-1);
    if (!this.#publisher || current?.kind !== "live" || this.#offset?.source === current.number) return;
    if (newest?.source !== current.number) return;
    const moment = this.#times.recordedMoment(this.#publisher, newest.startsAtMs);
    if (moment !== null) this.#offset = { source: current.number, ms: moment - newest.startsAtMs };
  }

  /** Whether packets of the end of a segment may still come. */
  #isLate({ sequence, source, startsAtMs, durationSeconds }: TimelineSegment): boolean {
    if (this.#offset?.source !== source || this.#timeline.current?.number !== source) return false;
    const endMs = startsAtMs + durationSeconds * 1_000 + this.#offset.ms;
    if ([...this.#packets.values()].every(({ newestMs }) => newestMs >= endMs)) return false;
    const nowMs = performance.now();
    if (this.#late?.sequence !== sequence) this.#late = { sequence, sinceMs: nowMs };
    const leftMs = PATIENCE_MS - (nowMs - this.#late.sinceMs);
    if (leftMs <= 0) return false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), leftMs);
    return true;
  }

  #store(track: number, segment: TimelineSegment): void {
    const { sequence, source, startsAtMs, clockSeconds, durationSeconds } = segment;
    const file = `${track}-${sequence}.m4s`;
    if (this.#before?.has(file)) return;
    const packets = this.#packets.get(track);
    const offset = this.#offset?.source === source ? this.#offset.ms : null;
    const bytes = soundSegment(clockSeconds, clockSeconds + durationSeconds, (seconds) =>
      offset === null || !packets ? null : packets.take(startsAtMs + offset + (seconds - clockSeconds) * 1_000),
    );
    this.#held.set(file, bytes);
    this.#inBackground(this.#services.storage.put(this.#keyOf(file), bytes, { volatile: true }));
    const [oldest] = this.#held.size > HELD_SEGMENTS ? this.#held.keys() : [];
    if (oldest !== undefined) this.#held.delete(oldest);
  }

  /** Deletes segments that nobody may ask for any more. */
  #forget(tracks: number): void {
    const { oldest } = this.#whole;
    const from = (this.#deletedTo ??= Math.max(0, oldest));
    for (let sequence = from; sequence < oldest; sequence += 1)
      for (let track = 1; track <= tracks; track += 1)
        this.#inBackground(this.#services.storage.delete(this.#keyOf(`${track}-${sequence}.m4s`)));
    this.#deletedTo = Math.max(from, oldest);
  }

  #keyOf(file: string): string {
    return `${this.#files.folder}/${SOUND_FOLDER}/${file}`;
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!(error instanceof NotStored)) this.#services.log.warn({ err: error }, "sound of a livestream not stored");
    });
  }
}
