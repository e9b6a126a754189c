import type { FrameStream } from "@kinora/media/live/frame-stream.ts";
import type { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { Logger } from "../../../platform/log.ts";
import { flvPiece } from "../rtmp/flv-pieces.ts";
import type { PublishSink } from "../rtmp/session.ts";
import type { PictureFormat } from "./access-units.ts";
import { pictureBlock, rtcHead, soundBlock } from "./rtc-matroska.ts";

/** Bytes buffered for ffmpeg; a live sender cannot be held back. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** Time for the last frames after the end. */
const LAST_FRAMES_MS = 1_000;
const KEPT_LINES = 5;

/** The format of one run. */
export interface RunFormat {
  picture: PictureFormat | null;
  hasSound: boolean;
}

/** What a run depends on. */
export interface RunPort {
  open: typeof openRtcStream;
  log: Logger;
  /** The media could not be read. */
  onFailure(reason: string): void;
}

/** One ffmpeg and what it was given: media of one format, whose frames go to a sink in the form of RTMP. */
export class RtcRun {
  readonly format: RunFormat;
  /** Resolves when all frames were passed on; never rejects. */
  readonly done: Promise<void>;
  readonly #port: RunPort;
  /** Time of the run's start on the common clock, in whole milliseconds. */
  readonly #startMs: number;
  #stream: FrameStream | null = null;
  /** What was written before ffmpeg started. */
  #waiting: Buffer[];
  #waitingBytes = 0;
  #latestMs = { picture: -1, sound: -1 };
  #ended = false;

  /** @param after the run before, whose frames come first; null for the first run. */
  constructor(format: RunFormat, startMs: number, sink: PublishSink, after: RtcRun | null, port: RunPort) {
    this.format = format;
    this.#port = port;
    this.#startMs = Math.floor(startMs);
    this.#waiting = [rtcHead(format.picture, format.hasSound)];
    this.done = this.#work(sink, after);
  }

  /** Adds a picture. Returns false when it was left out, so that a key frame is needed. */
  picture(atMs: number, isKey: boolean, data: Buffer): boolean {
    return this.#write(pictureBlock(this.#next("picture", atMs), isKey, data));
  }

  /** Adds a packet of Opus, where the run has sound. */
  sound(atMs: number, data: Buffer): void {
    if (this.format.hasSound) this.#write(soundBlock(this.#next("sound", atMs), data));
  }

  /** Ends the input. Idempotent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stream?.stop(LAST_FRAMES_MS).catch((error: unknown) => this.#failed(error));
  }

  /** Times of one track increase, also where a sender report moved its clock. */
  #next(track: "picture" | "sound", atMs: number): number {
    this.#latestMs[track] = Math.max(this.#latestMs[track] + 1, Math.round(atMs) - this.#startMs);
    return this.#latestMs[track];
  }

  #write(bytes: Buffer): boolean {
    const input = this.#stream?.input;
    if (this.#ended || (input && !input.writable)) return true;
    if ((input?.writableLength ?? this.#waitingBytes) > MOST_WAITING_BYTES) return false;
    if (input) input.write(bytes);
    else {
      this.#waitingBytes += bytes.length;
      this.#waiting.push(bytes);
    }
    return true;
  }

  async #work(sink: PublishSink, after: RtcRun | null): Promise<void> {
    try {
      const lines: string[] = [];
      const { picture, hasSound } = this.format;
      const stream = await this.#port.open({ video: picture?.codec ?? null, audio: hasSound }, (line) => {
        if (lines.push(line) > KEPT_LINES) lines.shift();
      });
      for (const bytes of this.#waiting) stream.input.write(bytes);
      this.#waiting = [];
      this.#stream = stream;
      if (this.#ended) stream.stop(LAST_FRAMES_MS).catch((error: unknown) => this.#failed(error));
      await after?.done;
      await this.#read(stream, sink);
      await stream.stop(0);
      if (!this.#ended) this.#port.onFailure(`The media could not be read: ${lines.at(-1) ?? "the decoder exited"}.`);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #read(stream: FrameStream, sink: PublishSink): Promise<void> {
    let latestMs = this.#startMs;
    for await (const piece of stream.pieces) {
      const atMs = piece.kind === "config" ? latestMs : piece.decodeMs + this.#startMs;
      const tag = flvPiece(piece.kind === "config" ? piece : { ...piece, decodeMs: atMs }, latestMs);
      latestMs = tag.timestamp;
      if (!sink.write(tag)) await sink.drained();
    }
  }

  #failed(error: unknown): void {
    this.#port.log.error({ err: error }, "WebRTC media not decoded");
    this.#port.onFailure("The media could not be read.");
  }
}
