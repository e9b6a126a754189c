import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveBytesBack } from "@kinora/media/live/recycledBytes.ts";
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

/** Segments of each rung whose bytes and parts are answered from memory. */
const HELD_SEGMENTS = 6;

/** Longest wait for a file of the stream's own. */
const DOWNLOAD_MS = 30_000;

/** The folder of a stream's live media in storage. */
export const liveFolder = (streamId: number) => `live/${streamId}`;

/** Where the segments of a clip lie in storage until it is a file; not in the stream's folder, which is swept. */
export const keptFolder = (clipId: number) => `live/clips/${clipId}`;

/** A stream's media as it comes: the newest in memory, all of it in storage, what left the window away again. */
export class LiveFiles implements TimelineSink {
  readonly #storage: Storage;
  /** Where it lies in storage. */
  readonly folder: string;
  readonly #log: Logger;
  /** A segment is the bytes of its parts, and becomes one piece when somebody asks for it. */
  readonly #held = new Map<string, Buffer | readonly Buffer[]>();
  readonly #bySegment = new Map<string, string[]>();
  /** Segments nobody writes any more, for they are in storage. */
  readonly #written = new Set<string>();
  /** What somebody asked for may be on its way to them for long. */
  readonly #handedOut = new WeakSet<Buffer>();
  readonly #leaving: { segment: TimelineSegment; atMs: number }[] = [];
  readonly #windowMs: () => number;
  #timeline: LiveTimeline | null = null;
  readonly #writes = new Set<Promise<boolean>>();
  /** Called when storage could not take a file, and when it takes them again. */
  onTrouble: (troubled: boolean) => void = () => undefined;
  #troubled = false;

  constructor(storage: Storage, folder: string, windowMs: () => number, log: Logger) {
    this.#storage = storage;
    this.folder = folder;
    this.#windowMs = windowMs;
    this.#log = log;
  }

  /** The timeline whose media this is, once it exists. */
  attach(timeline: LiveTimeline): void {
    this.#timeline = timeline;
  }

  /** A part, segment or initialisation segment that is in memory. */
  get(name: string): Buffer | undefined {
    const held = this.#held.get(name);
    if (!held) return held;
    const whole = Buffer.isBuffer(held) ? held : Buffer.concat(held);
    this.#held.set(name, whole);
    this.#handedOut.add(whole);
    return whole;
  }

  /** Whether all that was handed over is in storage. */
  get settled(): boolean {
    return this.#writes.size === 0;
  }

  /** Resolves once all that was handed over is in storage, or could not be put there. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  onInit({ name, bytes }: NewInit): void {
    this.#held.set(name, bytes);
    this.#soon(this.#store(name, bytes));
  }

  onPart({ rung, sequence, name, bytes }: NewPart): void {
    this.#held.set(name, bytes);
    this.#note(rung, sequence, name);
  }

  onSegment({ rung, sequence, name, chunks }: NewSegment): void {
    this.#held.set(name, chunks);
    this.#note(rung, sequence, name);
    this.#soon(
      this.#store(name, chunks).then((stored) => {
        if (!stored) return;
        this.#written.add(`${rung}/${sequence}`);
        this.#timeline?.stored(rung, sequence);
      }),
    );
    this.#forget(`${rung}/${sequence - HELD_SEGMENTS}`);
  }

  /** A segment's memory is used again where nobody else has it. */
  #forget(segment: string): void {
    const isWritten = this.#written.delete(segment);
    for (const gone of this.#bySegment.get(segment) ?? []) {
      const held = this.#held.get(gone) ?? [];
      this.#held.delete(gone);
      for (const bytes of isWritten ? [held].flat() : []) if (!this.#handedOut.has(bytes)) giveBytesBack(bytes);
    }
    this.#bySegment.delete(segment);
  }

  onRemoved(segments: readonly TimelineSegment[]): void {
    // Players may still ask for what they saw listed for as long as the window is (RFC 8216bis §6.2.2).
    const atMs = performance.now() + this.#windowMs();
    for (const segment of segments) if (segment.kind === "live") this.#leaving.push({ segment, atMs });
  }

  /** Segments that are listed no more and stay for so many milliseconds at least, oldest first. */
  stayingFor(ms: number): TimelineSegment[] {
    const until = performance.now() + ms;
    return this.#leaving.filter(({ atMs }) => atMs > until).map(({ segment }) => segment);
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

  /** Puts a file that belongs to the stream and is not part of its timeline's own media, such as a slate. */
  async put(name: string, bytes: Buffer): Promise<void> {
    this.#held.set(name, bytes);
    await this.#store(name, bytes);
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

  /** Deletes what nobody may ask for any more; `all` that is listed nowhere when the stream goes off air. */
  async sweep({ all = false } = {}): Promise<void> {
    const now = performance.now();
    for (let next = this.#leaving[0]; next && (all || next.atMs <= now); next = this.#leaving[0]) {
      this.#leaving.shift();
      for (const { name } of next.segment.rungs.values()) await this.#storage.delete(`${this.folder}/${name}`);
    }
  }

  /** Writes that nobody waits for: only a bug makes one fail, since `#write` answers whether it worked. */
  #soon(write: Promise<unknown>): void {
    write.catch((error: unknown) => this.#log.error({ err: error }, "live media was stored and not noted"));
  }

  #note(rung: string, sequence: number, name: string): void {
    const key = `${rung}/${sequence}`;
    const names = this.#bySegment.get(key);
    if (names) names.push(name);
    else this.#bySegment.set(key, [name]);
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
