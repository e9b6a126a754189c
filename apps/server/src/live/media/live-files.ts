import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { soundFolder } from "@kinora/media/live/sound-playlist.ts";
import type {
  NewInit,
  NewPart,
  NewSegment,
  TimelineSegment,
  TimelineSink,
} from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Logger } from "../../platform/log.ts";
import { HeldMedia } from "./held-media.ts";
import { SharedFiles } from "./shared-files.ts";
import { readSlateName } from "./slate-names.ts";

/** Longest download of a stream's file. */
const DOWNLOAD_MS = 30_000;

/** The folder of a stream's live media in storage. */
export const liveFolder = (streamId: number) => `live/${streamId}`;

/** Folder in storage of a clip's segments until they are joined; outside the stream's folder, which is swept. */
export const keptFolder = (clipId: number) => `live/clips/${clipId}`;

/** Media of the playlist in the stream's folder, which also has the stream's pictures and off-air media. */
const MEDIA = /^(?:[1-9]\d{0,4}p|source|sound-\d)\/[^/]+$/;
/** `720p/12.3.m4s`: part 3 of segment 12. */
const PART = /^([^/]+)\/(\d{1,12})\.(\d{1,6})\.m4s$/;

/**
 * A stream's media: the newest in memory, all of it in storage. A segment that left the window is deleted after its own duration and
 * that of the longest playlist that listed it (RFC 8216 §6.2.2).
 */
export class LiveFiles implements TimelineSink {
  readonly #storage: Storage;
  /** Its folder in storage. */
  readonly folder: string;
  readonly #log: Logger;
  readonly #held = new HeldMedia();
  readonly #shared = new SharedFiles();
  readonly #expiring: { segment: TimelineSegment; atMs: number }[] = [];
  /** Files of a crashed process. */
  #strays: { names: string[]; atMs: number } = { names: [], atMs: 0 };
  readonly #leastStayMs: number;
  #timeline: LiveTimeline | null = null;
  readonly #writes = new Set<Promise<boolean>>();
  /** Called when storing a file fails, and when storing works again. */
  onTrouble: (isFailing: boolean) => void = () => undefined;
  /** Called with the name of a deleted shared file. */
  onDeleted: (name: string) => void = () => undefined;
  /** Called with the parts and segments of encoders as they come. */
  onMedia: Pick<TimelineSink, "onPart" | "onSegment"> | null = null;
  #isFailing = false;

  /** @param leastStayMs least time segments stay after they left the window, in milliseconds. */
  constructor(storage: Storage, folder: string, leastStayMs: number, log: Logger) {
    this.#storage = storage;
    this.folder = folder;
    this.#leastStayMs = leastStayMs;
    this.#log = log;
  }

  /** Sets the timeline whose media this is. */
  attach(timeline: LiveTimeline): void {
    this.#timeline = timeline;
    for (const segment of timeline.segments) this.#needShared(segment);
  }

  /** A part, segment or initialisation segment that is in memory. */
  get(name: string): Buffer | undefined {
    return this.#held.get(name);
  }

  /** Whether no write is pending. */
  get isSettled(): boolean {
    return this.#writes.size === 0;
  }

  /** Resolves when all pending writes have succeeded or failed. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  onInit({ name, source, bytes }: NewInit): void {
    this.#held.put(name, bytes);
    this.#shared.use(name, source);
    this.#inBackground(this.#store(name, bytes));
  }

  onPart(part: NewPart): void {
    const { rung, sequence, name, bytes } = part;
    this.#held.add(rung, sequence, name, bytes);
    this.onMedia?.onPart(part);
  }

  onSegment(segment: NewSegment): void {
    const { rung, sequence, name, chunks } = segment;
    this.#held.add(rung, sequence, name, chunks);
    this.onMedia?.onSegment(segment);
    this.#inBackground(
      this.#store(name, chunks).then((stored) => {
        if (!stored) return;
        this.#held.stored(rung, sequence);
        this.#timeline?.stored(rung, sequence);
      }),
    );
  }

  /** Keeps and stores a further sound of a segment. */
  addSound({ track, sequence, name, bytes }: { track: number; sequence: number; name: string; bytes: Buffer }): void {
    const folder = soundFolder(track);
    this.#held.add(folder, sequence, name, bytes);
    this.#inBackground(
      this.#store(name, bytes).then((stored) => {
        if (!stored) return;
        this.#held.stored(folder, sequence);
        this.#timeline?.soundStored(sequence, track);
      }),
    );
  }

  onRemoved(segments: readonly TimelineSegment[]): void {
    const nowMs = performance.now();
    const listedMs = secondsOf(segments) * 1000 + this.#listedMs();
    for (const segment of segments) {
      const stayMs = Math.max(this.#leastStayMs, listedMs + segment.durationSeconds * 1000);
      this.#expiring.push({ segment, atMs: nowMs + stayMs });
      this.#needShared(segment);
    }
  }

  /** Unlisted segments that stay for at least `ms` milliseconds, oldest first. */
  stayingFor(ms: number): TimelineSegment[] {
    const until = performance.now() + ms;
    return this.#expiring.filter(({ atMs }) => atMs > until).map(({ segment }) => segment);
  }

  /** Every segment a player may ask for, listed or not, oldest first. */
  get reachable(): readonly TimelineSegment[] {
    return [...this.#expiring.map(({ segment }) => segment), ...(this.#timeline?.segments ?? [])];
  }

  /** A part of a segment that is no longer in memory; null for any other name. */
  async readPart(name: string): Promise<Buffer | null> {
    const [, rung, sequence, part] = PART.exec(name) ?? [];
    if (rung === undefined) return null;
    const entry = this.reachable.find((segment) => segment.sequence === Number(sequence))?.rungs.get(rung);
    const found = entry?.parts[Number(part)];
    if (!entry || !found || entry.state !== "closed") return null;
    const segment = await this.read(entry.name);
    return segment && segment.subarray(found.offsetBytes, found.offsetBytes + found.sizeBytes);
  }

  /** A stored file of the stream; null when it does not exist. */
  async read(name: string): Promise<Buffer | null> {
    const held = this.get(name);
    if (held) return held;
    try {
      return Buffer.concat(await (await this.#storage.get(`${this.folder}/${name}`)).stream.toArray());
    } catch (error) {
      if (error instanceof NotStored) return null;
      throw error;
    }
  }

  /** A segment, or an initialisation segment, a player may ask for; null for any other name. */
  async readReachable(name: string): Promise<Buffer | null> {
    const isReachable = this.reachable.some(
      ({ kind, rungs, sounds }) =>
        [...rungs.values()].some((entry) => kind === "live" && (entry.name === name || entry.init === name)) ||
        [...sounds.values()].some((sound) => sound.name === name),
    );
    return isReachable || this.#shared.has(name) ? this.read(name) : null;
  }

  /** Stores a file, such as a slate, that segments of the current source or later ones share. */
  async put(name: string, bytes: Buffer): Promise<void> {
    this.#held.put(name, bytes);
    this.#shared.use(name, this.#timeline?.newestSource ?? 0);
    await this.#store(name, bytes);
  }

  /** Marks stored files as needed by the segments of a source. */
  need(names: Iterable<string>, source: number): void {
    for (const name of names) this.#shared.use(name, source);
  }

  /** Calls `work` with the path of a stored file on a local disk. */
  async withLocal<Answer>(name: string, work: (path: string) => Promise<Answer>): Promise<Answer> {
    const key = `${this.folder}/${name}`;
    const path = this.#storage.localPath(key);
    if (path !== null) return work(path);
    const folder = await mkdtemp(join(tmpdir(), "kinora-live-"));
    try {
      await this.#storage.download(key, join(folder, "file"), AbortSignal.timeout(DOWNLOAD_MS));
      return await work(join(folder, "file"));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Finds files of a crashed process that no playlist lists; they are deleted like segments that left the window. */
  async findStrays(): Promise<void> {
    const listed = new Set(
      this.reachable.flatMap(({ rungs, sounds }) => [...rungs.values(), ...sounds.values()].map(({ name }) => name)),
    );
    const names: string[] = [];
    for await (const { key } of this.#storage.list(`${this.folder}/`)) {
      const name = key.slice(this.folder.length + 1);
      if (MEDIA.test(name) && !listed.has(name) && !this.#isNeeded(name)) names.push(name);
    }
    this.#strays = { names, atMs: performance.now() + Math.max(this.#leastStayMs, this.#listedMs()) };
  }

  /** Deletes the files no player can request any more. */
  async sweep(): Promise<void> {
    const nowMs = performance.now();
    for (let next = this.#expiring[0]; next && next.atMs <= nowMs; next = this.#expiring[0]) {
      this.#expiring.shift();
      await this.#delete(next.segment);
    }
    const oldest = this.#expiring[0]?.segment ?? this.#timeline?.segments[0];
    if (oldest) await this.#deleteShared(oldest.source);
    if (this.#strays.atMs > nowMs) return;
    for (const name of this.#strays.names.splice(0))
      if (!this.#isNeeded(name)) await this.#storage.delete(`${this.folder}/${name}`);
  }

  /** Deletes all but the newest segment, with which the next playlist of the stream starts. */
  async clear(): Promise<void> {
    await this.written();
    const all = [...this.reachable];
    const newest = all.pop();
    this.#expiring.length = 0;
    for (const segment of all) await this.#delete(segment);
    await this.#deleteShared(newest?.source ?? Infinity);
    this.#strays.atMs = 0;
    await this.sweep();
  }

  async #delete({ kind, rungs, sounds }: TimelineSegment): Promise<void> {
    // Slates are shared files, and a loop's videos are not files of the stream.
    if (kind !== "live") return;
    for (const { name } of [...rungs.values(), ...sounds.values()])
      await this.#storage.delete(`${this.folder}/${name}`);
  }

  async #deleteShared(oldestSource: number): Promise<void> {
    for (const name of this.#shared.takeBefore(oldestSource)) {
      this.#held.drop(name);
      this.onDeleted(name);
      await this.#storage.delete(`${this.folder}/${name}`);
    }
  }

  /** Runs a write no caller awaits. `#write` returns whether it worked, so that a rejection is a bug. */
  #inBackground(write: Promise<unknown>): void {
    write.catch((error: unknown) => this.#log.error({ err: error }, "live media not marked as stored"));
  }

  #needShared({ kind, source, rungs }: TimelineSegment): void {
    for (const { name, init } of rungs.values()) {
      const slate = readSlateName(name);
      if (kind === "live" || slate) this.#shared.use(init, source);
      if (slate) this.#shared.use(slate.segment, source);
    }
  }

  #isNeeded(name: string): boolean {
    return this.#shared.has(name) || this.#held.has(name);
  }

  #listedMs(): number {
    return secondsOf(this.#timeline?.segments ?? []) * 1000;
  }

  #store(name: string, bytes: Buffer | readonly Buffer[]): Promise<boolean> {
    const write = this.#write(name, bytes).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return write;
  }

  async #write(name: string, bytes: Buffer | readonly Buffer[]): Promise<boolean> {
    try {
      // `volatile`: live media is not needed after a power cut.
      await this.#storage.put(`${this.folder}/${name}`, bytes, { volatile: true });
      this.#setFailing(false);
      return true;
    } catch (error) {
      // Viewers are served from memory; after a restart the file is a gap.
      this.#log.warn({ err: error, file: `${this.folder}/${name}` }, "live media not stored");
      this.#setFailing(true);
      return false;
    }
  }

  #setFailing(isFailing: boolean): void {
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    this.onTrouble(isFailing);
  }
}

const secondsOf = (segments: readonly TimelineSegment[]): number =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
