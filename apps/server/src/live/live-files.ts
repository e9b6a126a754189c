import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type {
  NewInit,
  NewPart,
  NewSegment,
  TimelineSegment,
  TimelineSink,
} from "@kinora/media/live/timelineSegment.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Logger } from "../platform/log.ts";
import { HeldMedia } from "./held-media.ts";
import { SharedFiles } from "./shared-files.ts";
import { readSlateName } from "./slate-names.ts";

/** Longest wait for a file of the stream's own. */
const DOWNLOAD_MS = 30_000;

/** The folder of a stream's live media in storage. */
export const liveFolder = (streamId: number) => `live/${streamId}`;

/** Where the segments of a clip lie in storage until it is a file; not in the stream's folder, which is swept. */
export const keptFolder = (clipId: number) => `live/clips/${clipId}`;

/** Media in the stream's folder; its own pictures and what is received unseen lie there, too. */
const MEDIA = /^(?:[1-9]\d{0,4}p|source)\/[^/]+$/;
/** `720p/12.3.m4s`: part 3 of segment 12. */
const PART = /^([^/]+)\/(\d{1,12})\.(\d{1,6})\.m4s$/;

/**
 * A stream's media as it comes: the newest in memory, all of it in storage. What left the window is deleted when no player can ask for it
 * any more: after its own duration and that of the longest playlist that listed it (RFC 8216 §6.2.2).
 */
export class LiveFiles implements TimelineSink {
  readonly #storage: Storage;
  /** Where it lies in storage. */
  readonly folder: string;
  readonly #log: Logger;
  readonly #held = new HeldMedia();
  readonly #shared = new SharedFiles();
  readonly #leaving: { segment: TimelineSegment; atMs: number }[] = [];
  /** Left behind by a process that died. */
  #strays: { names: string[]; atMs: number } = { names: [], atMs: 0 };
  readonly #leastStayMs: number;
  #timeline: LiveTimeline | null = null;
  readonly #writes = new Set<Promise<boolean>>();
  /** Called when storage could not take a file, and when it takes them again. */
  onTrouble: (troubled: boolean) => void = () => undefined;
  /** Called with the name of a shared file that was deleted. */
  onGone: (name: string) => void = () => undefined;
  #troubled = false;

  /** @param leastStayMs how long segments stay after they left the window, at least. */
  constructor(storage: Storage, folder: string, leastStayMs: number, log: Logger) {
    this.#storage = storage;
    this.folder = folder;
    this.#leastStayMs = leastStayMs;
    this.#log = log;
  }

  /** The timeline whose media this is, once it exists. */
  attach(timeline: LiveTimeline): void {
    this.#timeline = timeline;
    for (const segment of timeline.segments) this.#needShared(segment);
  }

  /** A part, segment or initialisation segment that is in memory. */
  get(name: string): Buffer | undefined {
    return this.#held.get(name);
  }

  /** Whether all that was handed over is in storage. */
  get settled(): boolean {
    return this.#writes.size === 0;
  }

  /** Resolves once all that was handed over is in storage, or could not be put there. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  onInit({ name, source, bytes }: NewInit): void {
    this.#held.put(name, bytes);
    this.#shared.use(name, source);
    this.#soon(this.#store(name, bytes));
  }

  onPart({ rung, sequence, name, bytes }: NewPart): void {
    this.#held.add(rung, sequence, name, bytes);
  }

  onSegment({ rung, sequence, name, chunks }: NewSegment): void {
    this.#held.add(rung, sequence, name, chunks);
    this.#soon(
      this.#store(name, chunks).then((stored) => {
        if (!stored) return;
        this.#held.stored(rung, sequence);
        this.#timeline?.stored(rung, sequence);
      }),
    );
  }

  onRemoved(segments: readonly TimelineSegment[]): void {
    const nowMs = performance.now();
    const listedMs = secondsOf(segments) * 1000 + this.#listedMs();
    for (const segment of segments) {
      const stayMs = Math.max(this.#leastStayMs, listedMs + segment.durationSeconds * 1000);
      this.#leaving.push({ segment, atMs: nowMs + stayMs });
      this.#needShared(segment);
    }
  }

  /** Segments that are listed no more and stay for so many milliseconds at least, oldest first. */
  stayingFor(ms: number): TimelineSegment[] {
    const until = performance.now() + ms;
    return this.#leaving.filter(({ atMs }) => atMs > until).map(({ segment }) => segment);
  }

  /** Every segment a player may ask for, listed or not, oldest first. */
  get reachable(): readonly TimelineSegment[] {
    return [...this.#leaving.map(({ segment }) => segment), ...(this.#timeline?.segments ?? [])];
  }

  /** A part of a segment that is not in memory as parts any more; null for any other name. */
  async readPart(name: string): Promise<Buffer | null> {
    const [, rung, sequence, part] = PART.exec(name) ?? [];
    if (rung === undefined) return null;
    const entry = this.reachable.find((segment) => segment.sequence === Number(sequence))?.rungs.get(rung);
    const found = entry?.parts[Number(part)];
    if (!entry || !found || entry.state !== "closed") return null;
    const segment = await this.read(entry.name);
    return segment && segment.subarray(found.offsetBytes, found.offsetBytes + found.sizeBytes);
  }

  /** A stored file of the stream; null when it is not there. */
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
    const isReachable = this.reachable.some(({ kind, rungs }) =>
      [...rungs.values()].some((entry) => kind === "live" && (entry.name === name || entry.init === name)),
    );
    return isReachable || this.#shared.has(name) ? this.read(name) : null;
  }

  /** Puts a file that segments of the source on air, or of later ones, share and that is not the timeline's own, such as a slate. */
  async put(name: string, bytes: Buffer): Promise<void> {
    this.#held.put(name, bytes);
    this.#shared.use(name, this.#timeline?.newestSource ?? 0);
    await this.#store(name, bytes);
  }

  /** The segments of a source need files that were put. */
  need(names: Iterable<string>, source: number): void {
    for (const name of names) this.#shared.use(name, source);
  }

  /** Works with a stored file of the stream as one on this machine's disk. */
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

  /** Finds what a process that died left in the stream's folder and no playlist lists; it is deleted like what leaves the window. */
  async takeUpStrays(): Promise<void> {
    const listed = new Set(this.reachable.flatMap(({ rungs }) => [...rungs.values()].map(({ name }) => name)));
    const names: string[] = [];
    for await (const { key } of this.#storage.list(`${this.folder}/`)) {
      const name = key.slice(this.folder.length + 1);
      if (MEDIA.test(name) && !listed.has(name) && !this.#isNeeded(name)) names.push(name);
    }
    this.#strays = { names, atMs: performance.now() + Math.max(this.#leastStayMs, this.#listedMs()) };
  }

  /** Deletes what no player may ask for any more. */
  async sweep(): Promise<void> {
    const nowMs = performance.now();
    for (let next = this.#leaving[0]; next && next.atMs <= nowMs; next = this.#leaving[0]) {
      this.#leaving.shift();
      await this.#delete(next.segment);
    }
    const oldest = this.#leaving[0]?.segment ?? this.#timeline?.segments[0];
    if (oldest) await this.#deleteShared(oldest.source);
    if (this.#strays.atMs > nowMs) return;
    for (const name of this.#strays.names.splice(0))
      if (!this.#isNeeded(name)) await this.#storage.delete(`${this.folder}/${name}`);
  }

  /** Deletes all but the newest segment, with which the next stretch of the playlist begins. */
  async clear(): Promise<void> {
    await this.written();
    const all = [...this.reachable];
    const newest = all.pop();
    this.#leaving.length = 0;
    for (const segment of all) await this.#delete(segment);
    await this.#deleteShared(newest?.source ?? Infinity);
    this.#strays.atMs = 0;
    await this.sweep();
  }

  async #delete({ kind, rungs }: TimelineSegment): Promise<void> {
    // Slates are shared, and videos of a loop are no files of the stream.
    if (kind !== "live") return;
    for (const { name } of rungs.values()) await this.#storage.delete(`${this.folder}/${name}`);
  }

  async #deleteShared(oldestSource: number): Promise<void> {
    for (const name of this.#shared.takeBefore(oldestSource)) {
      this.#held.drop(name);
      this.onGone(name);
      await this.#storage.delete(`${this.folder}/${name}`);
    }
  }

  /** Writes that nobody waits for: only a bug makes one fail, since `#write` answers whether it worked. */
  #soon(write: Promise<unknown>): void {
    write.catch((error: unknown) => this.#log.error({ err: error }, "live media was stored and not noted"));
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
      // After a power cut nobody plays on: there is no waiting for the disk.
      await this.#storage.put(`${this.folder}/${name}`, bytes, { volatile: true });
      this.#tell(false);
      return true;
    } catch (error) {
      // Viewers go on from memory; what could not be kept is a gap after a restart.
      this.#log.warn({ err: error, file: `${this.folder}/${name}` }, "live media could not be stored");
      this.#tell(true);
      return false;
    }
  }

  #tell(troubled: boolean): void {
    if (troubled === this.#troubled) return;
    this.#troubled = troubled;
    this.onTrouble(troubled);
  }
}

const secondsOf = (segments: readonly TimelineSegment[]): number =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
