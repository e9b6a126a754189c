import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { hasRoomToRecord, type DiskSpace } from "@kinora/domain/operations/disk.ts";
import type { TagSource } from "../ingest/publisher.ts";
import { TAG_HEAD_BYTES, withTime, tagsOf, timeOf } from "../ingest/rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER } from "../ingest/rtmp/flv.ts";
import { repairEnd } from "./recording-end.ts";

/** Milliseconds between the last tag of one publisher and the first of the next. */
const SEAM_MS = 40;
/** Most bytes buffered for the disk before the recording ends. */
const BEHIND_BYTES = 64 * 1024 * 1024;
/** Bytes written between two checks of the free space. */
const CHECK_EVERY_BYTES = 16 * 1024 * 1024;

/** The disk has too little free space to record. */
export class NoRoomToRecord extends Error {}

/** Whether a tag is a packet of sound, and not the description of its decoder (FLV specification 10.1, E.4.2). */
const isSound = (tag: Buffer): boolean => tag[0] === FLV_AUDIO && tag[TAG_HEAD_BYTES + 1] !== 0;

/** Whether a recording ended because the disk is full or nearly so. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof NoRoomToRecord || (error instanceof Error && "code" in error && error.code === "ENOSPC");

/** Path of a recording until it becomes a video, on the machine that receives the stream. */
export const recordingPath = (dataDir: string, recordingId: number) =>
  join(dataDir, "live", "recordings", `${recordingId}.flv`);

/**
 * Writes the media of a session's publishers unchanged to one FLV file, whatever viewers see. After a crash it continues after the
 * last whole tag.
 */
export class Recorder {
  readonly #file: WriteStream;
  readonly #space: () => Promise<DiskSpace>;
  #untilCheck = 0;
  #atMs: number;
  #baseMs = 0;
  /** Of the first tag of the source that is recorded. */
  #firstMs: number | null = null;
  #stop: () => void = () => undefined;
  #ended = false;
  readonly #closed: Promise<void>;
  readonly #onFailure: (error: Error) => void;

  /**
   * @param space of the file's disk.
   * @param onFailure called once with the reason when writing fails; `isFullDisk` recognizes a full disk.
   * @throws when the file cannot be opened.
   */
  constructor(path: string, onFailure: (error: Error) => void, space: () => Promise<DiskSpace>) {
    this.#space = space;
    mkdirSync(dirname(path), { recursive: true });
    const end = repairEnd(path);
    this.#atMs = end.lastMs;
    this.#file = createWriteStream(path, { flags: "a", mode: 0o600 });
    if (end.sizeBytes === 0) this.#file.write(FLV_HEADER);
    this.#onFailure = onFailure;
    this.#closed = new Promise((resolve) => this.#file.once("close", () => resolve()));
    this.#file.on("error", (error) => this.#end(error));
  }

  /** Records a source from its buffered key frame, or from the next one. */
  follow(source: TagSource): void {
    this.#stop();
    this.#baseMs = this.#atMs === 0 ? 0 : this.#atMs + SEAM_MS;
    this.#firstMs = null;
    this.#stop = source.listen((tag, keyframe) => {
      if (this.#firstMs === null) {
        if (!keyframe) return;
        this.#firstMs = timeOf(tag);
        // The decoder configurations get the time of the key frame.
        for (const head of tagsOf(source.head().subarray(FLV_HEADER.length))) this.#write(head, this.#baseMs);
      }
      const atMs = this.#baseMs + timeOf(tag) - this.#firstMs;
      // Of sound that comes after its pictures, what is older than the first one would be heard with it, and the rest late.
      if (atMs < this.#baseMs && isSound(tag)) return;
      this.#write(tag, Math.max(this.#baseMs, atMs));
    });
  }

  /**
   * Where a moment of the source that is recorded is in the file, and where the source begins there, in milliseconds; null before its
   * first key frame. A moment before that would be in front of it.
   */
  placeOf(sourceMs: number): { ms: number; beginsMs: number } | null {
    if (this.#firstMs === null || this.#ended) return null;
    return { ms: this.#baseMs + sourceMs - this.#firstMs, beginsMs: this.#baseMs };
  }

  /** Closes the file. */
  async finish(): Promise<void> {
    this.#stop();
    this.#ended = true;
    this.#file.end();
    await this.#closed;
  }

  #write(tag: Buffer, atMs: number): void {
    if (this.#ended) return;
    if (this.#file.writableLength > BEHIND_BYTES) return this.#end(new Error("The disk is too slow."));
    this.#atMs = Math.max(this.#atMs, atMs);
    this.#file.write(withTime(tag, atMs));
    this.#untilCheck -= tag.length;
    if (this.#untilCheck <= 0) this.#checkSpace();
  }

  #checkSpace(): void {
    this.#untilCheck = CHECK_EVERY_BYTES;
    this.#space()
      .then((space) => {
        if (!hasRoomToRecord(space)) this.#end(new NoRoomToRecord("The disk is nearly full."));
      })
      .catch((error: unknown) => this.#end(error instanceof Error ? error : new Error(String(error))));
  }

  /** Stops recording; buffered tags are still written where possible. */
  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stop();
    this.#file.once("close", () => this.#onFailure(error));
    this.#file.end();
  }
}
