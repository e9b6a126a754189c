import type { FrameStream } from "@kinora/media/live/frame-stream.ts";
import { readAvcConfig } from "@kinora/media/live/parameter-sets.ts";
import type { openViewerStream } from "@kinora/media/live/viewer-stream.ts";
import type { Logger } from "../../platform/log.ts";
import type { Publisher } from "../ingest/publisher.ts";
import { avcPicture } from "../ingest/rtmp/avc.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, tagsOf, timeOf, withTime } from "../ingest/rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SOUND_HEADER, FLV_VIDEO } from "../ingest/rtmp/flv.ts";

/** Bytes buffered for ffmpeg; a publisher is not held back. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
const AVC = 7;
const AAC = 10;
const CONFIG = 0;
const CODED = 1;
const VIDEO_HEAD_BYTES = 5;
const AUDIO_HEAD_BYTES = 2;

/** A picture of H.264, in the order of decoding and of showing alike. */
export interface ViewerPicture {
  /** NAL units, each with its length in four bytes. */
  data: Buffer;
  isKey: boolean;
  /** On the publisher's clock. */
  atMs: number;
  /** AVCDecoderConfigurationRecord. */
  config: Buffer;
}

/** Events of the media, called synchronously. Buffers are valid during the call. */
export interface ViewerMediaHooks {
  picture(picture: ViewerPicture): void;
  /** A packet of Opus, at a time of the publisher's clock. */
  sound(data: Buffer, atMs: number): void;
  /** Viewers see something else now, or the media cannot be read. Called once, not after `stop`. */
  ended(): void;
}

/** What the media depends on. */
export interface ViewerMediaPort {
  open: typeof openViewerStream;
  log: Logger;
}

/**
 * One publisher's media as viewers of WebRTC can play it: H.264 without reordered frames, as it arrives or else encoded, and Opus.
 * What has to be encoded is encoded once, by one ffmpeg.
 */
export class ViewerMedia {
  readonly #publisher: Publisher;
  readonly #isShown: () => boolean;
  readonly #hooks: ViewerMediaHooks;
  readonly #port: ViewerMediaPort;
  readonly #stops: (() => void)[] = [];
  #config: Buffer | null = null;
  #soundConfig: Buffer | null = null;
  /** Whether ffmpeg writes the picture as well. */
  #encodes = false;
  #tool: ViewerTool | null = null;
  #isOver = false;

  /** @param isShown whether viewers see this publisher at this moment. */
  constructor(publisher: Publisher, isShown: () => boolean, hooks: ViewerMediaHooks, port: ViewerMediaPort) {
    this.#publisher = publisher;
    this.#isShown = isShown;
    this.#hooks = hooks;
    this.#port = port;
    for (const tag of tagsOf(publisher.head().subarray(FLV_HEADER.length))) this.#take(tag, false);
    this.#stops.push(
      publisher.onEnd(() => this.#end()),
      publisher.listen((tag, isKey) => this.#take(tag, isKey)),
    );
  }

  /** Asks the publisher for a key frame, where its protocol can. */
  askForKeyFrame(): void {
    if (!this.#encodes) this.#publisher.request.askForKeyFrame?.();
  }

  /** Idempotent. */
  stop(): void {
    this.#isOver = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#tool?.stop();
    this.#tool = null;
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#hooks.ended();
  }

  #take(tag: Buffer, isKey: boolean): void {
    if (this.#isOver) return;
    if (!this.#isShown()) return this.#end();
    const body = tag.subarray(TAG_HEAD_BYTES, -TAG_TAIL_BYTES);
    const type = tag.readUInt8(0);
    if (type === FLV_VIDEO && body.length > VIDEO_HEAD_BYTES) this.#takePicture(tag, body, isKey);
    if (type === FLV_AUDIO && body.length > AUDIO_HEAD_BYTES) this.#takeSound(tag, body);
  }

  #takePicture(tag: Buffer, body: Buffer, isKey: boolean): void {
    const what = body.readUInt8(1);
    if ((body.readUInt8(0) & 0x8f) !== AVC) return this.#end();
    const data = body.subarray(VIDEO_HEAD_BYTES);
    if (what === CONFIG) {
      // Some encoders repeat it.
      if (this.#config?.equals(data)) return;
      this.#config = Buffer.from(data);
      this.#encodes ||= !isPlayable(data);
      this.#restart();
    } else if (what === CODED && this.#config) {
      if (!this.#encodes && this.#publisher.isReordered) {
        this.#encodes = true;
        this.#restart();
      }
      if (!this.#encodes) this.#hooks.picture({ data, isKey, atMs: timeOf(tag), config: this.#config });
      else if (this.#tool || isKey) this.#write(tag);
    }
  }

  #takeSound(tag: Buffer, body: Buffer): void {
    if (body.readUInt8(0) >> 4 !== AAC) return;
    if (body.readUInt8(1) === CONFIG) {
      if (this.#soundConfig?.subarray(TAG_HEAD_BYTES, -TAG_TAIL_BYTES).equals(body)) return;
      this.#soundConfig = Buffer.from(tag);
      this.#restart();
      // An encoded picture begins at a key frame.
    } else if (this.#soundConfig && (this.#tool || !this.#encodes)) this.#write(tag);
  }

  /** What ffmpeg was told of the tracks does not hold any more. */
  #restart(): void {
    this.#tool?.stop();
    this.#tool = null;
  }

  #write(tag: Buffer): void {
    this.#tool ??= new ViewerTool(
      { picture: this.#encodes, sound: this.#soundConfig !== null },
      this.#encodes ? this.#publisher.head() : Buffer.concat([FLV_SOUND_HEADER, this.#soundConfig ?? Buffer.alloc(0)]),
      timeOf(tag),
      { ...this.#hooks, failed: () => this.#end() },
      this.#port,
    );
    this.#tool.write(tag);
  }
}

/** Profiles of 8 bits and 4:2:0, which viewers decode, with a record that is whole. */
const isPlayable = (config: Buffer): boolean =>
  readAvcConfig(config) !== null && (avcPicture(config)?.isPlain ?? false);

/** One ffmpeg and what it was given. */
class ViewerTool {
  readonly #startMs: number;
  readonly #port: ViewerMediaPort;
  #stream: FrameStream | null = null;
  #waiting: Buffer[];
  #waitingBytes = 0;
  #isOver = false;

  constructor(
    tracks: { picture: boolean; sound: boolean },
    head: Buffer,
    startMs: number,
    hooks: Omit<ViewerMediaHooks, "ended"> & { failed(): void },
    port: ViewerMediaPort,
  ) {
    this.#startMs = startMs;
    this.#port = port;
    this.#waiting = [head];
    this.#work(tracks, hooks).catch((error: unknown) => {
      if (this.#isOver) return;
      port.log.warn({ err: error }, "media of WebRTC viewers not encoded");
      hooks.failed();
    });
  }

  /** Adds a tag. One that cannot be taken in time is left out. */
  write(tag: Buffer): void {
    const input = this.#stream?.input;
    if ((input?.writableLength ?? this.#waitingBytes) > MOST_WAITING_BYTES) return;
    const bytes = withTime(tag, Math.max(0, timeOf(tag) - this.#startMs));
    if (input?.writable) input.write(bytes);
    else if (!input) {
      this.#waitingBytes += bytes.length;
      this.#waiting.push(bytes);
    }
  }

  /** Idempotent. */
  stop(): void {
    this.#isOver = true;
    this.#stream?.stop(0).catch((error: unknown) => this.#port.log.warn({ err: error }, "encoder not stopped"));
  }

  async #work(tracks: { picture: boolean; sound: boolean }, hooks: Omit<ViewerMediaHooks, "ended">): Promise<void> {
    let last = "the encoder exited";
    const stream = await this.#port.open(tracks, (line) => (last = line));
    this.#stream = stream;
    if (this.#isOver) return this.stop();
    for (const bytes of this.#waiting.splice(0)) stream.input.write(bytes);
    let config: Buffer | null = null;
    for await (const piece of stream.pieces) {
      if (this.#isOver) return;
      if (piece.kind === "config") {
        if (piece.codec === "h264") config = piece.data;
        continue;
      }
      const atMs = piece.decodeMs + this.#startMs;
      if (piece.codec === "opus") hooks.sound(piece.data, atMs);
      else if (config) hooks.picture({ data: piece.data, isKey: piece.keyframe, atMs, config });
    }
    if (!this.#isOver) throw new Error(last);
  }
}
