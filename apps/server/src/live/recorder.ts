import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Publisher } from "./publisher.ts";
import { repairEnd } from "./recording-end.ts";
import { atMoment, tagsOf, timeOf } from "./rtmp/flv-tags.ts";
import { FLV_HEADER } from "./rtmp/flv.ts";

/** Between the last tag of one publisher and the first of the next, in milliseconds. */
const SEAM_MS = 40;
/** What the disk may be behind before the recording is given up. */
const BEHIND_BYTES = 64 * 1024 * 1024;
/** Room on the disk that no recording takes: what viewers are shown is written there too, and goes on. */
const KEPT_FREE_BYTES = 1024 ** 3;
/** How much is written between two looks at the disk. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

/** A recording's disk has no room left for it. */
export class NoRoomToRecord extends Error {}

/** Whether a recording ended because the disk is full or nearly so. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof NoRoomToRecord || (error instanceof Error && "code" in error && error.code === "ENOSPC");

/** Free bytes of the disk a file lies on (statfs(2)). */
async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}

/** Where a recording lies until it becomes a video: on the disk of the machine that receives it. */
export const recordingPath = (dataDir: string, recordingId: number) =>
  join(dataDir, "live", "recordings", `${recordingId}.flv`);

/**
 * Keeps what a session's publishers send, byte for byte, in one FLV file; whatever viewers are shown meanwhile. A process that
 * died goes on behind the last whole tag.
 */
export class Recorder {
  readonly #file: WriteStream;
  readonly #freeBytes: () => Promise<number>;
  #untilLook = 0;
  #atMs: number;
  #baseMs = 0;
  #stop: () => void = () => undefined;
  #ended = false;
  readonly #closed: Promise<void>;
  readonly #onFailure: (error: Error) => void;

  /**
   * `onFailure` hears, once, why the recording ended by itself: `isFullDisk` tells whether for want of room.
   * @throws when the file cannot be opened.
   */
  constructor(path: string, onFailure: (error: Error) => void, freeBytes = () => freeBytesAt(path)) {
    this.#freeBytes = freeBytes;
    mkdirSync(dirname(path), { recursive: true });
    const end = repairEnd(path);
    this.#atMs = end.lastMs;
    this.#file = createWriteStream(path, { flags: "a", mode: 0o600 });
    if (end.sizeBytes === 0) this.#file.write(FLV_HEADER);
    this.#onFailure = onFailure;
    this.#closed = new Promise((resolve) => this.#file.once("close", () => resolve()));
    this.#file.on("error", (error) => this.#end(error));
  }

  /** Records a publisher from its first key frame on, or the next one where its picture is encoded already. */
  follow(publisher: Pick<Publisher, "listen" | "head">): void {
    this.#stop();
    this.#baseMs = this.#atMs === 0 ? 0 : this.#atMs + SEAM_MS;
    let hasBegun = false;
    let firstMs = 0;
    this.#stop = publisher.listen((tag, keyframe) => {
      if (!hasBegun) {
        if (!keyframe) return;
        hasBegun = true;
        firstMs = timeOf(tag);
        // What decoders need first, at the moment of the key frame.
        for (const head of tagsOf(publisher.head().subarray(FLV_HEADER.length))) this.#write(head, this.#baseMs);
      }
      this.#write(tag, Math.max(this.#baseMs, this.#baseMs + timeOf(tag) - firstMs));
    });
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
    this.#file.write(atMoment(tag, atMs));
    this.#untilLook -= tag.length;
    if (this.#untilLook <= 0) this.#look();
  }

  #look(): void {
    this.#untilLook = LOOK_EVERY_BYTES;
    this.#freeBytes()
      .then((free) => {
        if (free < KEPT_FREE_BYTES) this.#end(new NoRoomToRecord("The disk is nearly full."));
      })
      .catch((error: unknown) => this.#end(error instanceof Error ? error : new Error(String(error))));
  }

  /** Nothing more is taken; what was is still written, where that is possible. */
  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stop();
    this.#file.once("close", () => this.#onFailure(error));
    this.#file.end();
  }
}
