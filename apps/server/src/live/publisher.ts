import { once } from "node:events";
import type { Writable } from "node:stream";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { PeekSource } from "@kinora/media/live/livePeek.ts";
import { IngestRates } from "./ingest-rates.ts";
import { avcSize } from "./rtmp/avc.ts";
import { ENHANCED_VIDEO, readEnhanced, withOldNames, type EnhancedVideo } from "./rtmp/enhanced.ts";
import { TAG_HEAD_BYTES } from "./rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO, flvTag, PublisherClock } from "./rtmp/flv.ts";
import { MatroskaWriter } from "./rtmp/matroska.ts";
import { readMetadata, type FlvMetadata } from "./rtmp/metadata.ts";
import type { MediaTag, PublishRequest, PublishSink } from "./rtmp/session.ts";

/** What happens to a publisher, told at once. */
export interface PublisherHooks {
  /** What it sends is known well enough to begin, or changed so that it has to begin anew. */
  onReady(publisher: Publisher, input: LiveInput): void;
  onEnd(publisher: Publisher): void;
  /** Nothing can be made of what it sends; the sentence says why. */
  onUseless(publisher: Publisher, reason: string): void;
}

/** Somebody who hears each tag, such as a process that sends it on. */
export type TagListener = (tag: Buffer, keyframe: boolean) => void;

/** How long sound is waited for once there is a picture, in milliseconds of the publisher's own clock. */
const SOUND_PATIENCE_MS = 1_200;
/** Tags kept until it is known what they are. */
const PENDING_BYTES = 24 * 1024 * 1024;
/** How long a first key frame is waited for, in milliseconds of the publisher's own clock. */
const KEYFRAME_PATIENCE_MS = 20_000;
const NO_KEYFRAME = "No key frame came within 20 seconds. In OBS set Keyframe Interval to 2.";
const UNKNOWN_SIZE = { width: 1280, height: 720 };
/** Of sound, enough to say how loud it is: two seconds at 48 kHz. */
const LATEST_TAGS = 96;
const AVC = 7;
const AAC = 10;
const FALLBACK_FPS = 30;

/** Somebody publishing: keeps what decoders need first, tells what is sent, and hands it on as FLV. */
export class Publisher implements PublishSink {
  readonly request: PublishRequest;
  readonly #hooks: PublisherHooks;
  readonly #now: () => number;
  readonly #clock = new PublisherClock();
  readonly #listeners = new Set<TagListener>();
  readonly #endings = new Set<() => void>();
  #script: Buffer | null = null;
  #videoConfig: Buffer | null = null;
  #audioConfig: Buffer | null = null;
  #metadata: FlvMetadata | null = null;
  #videoCodec: "h264" | "other" | EnhancedVideo | null = null;
  #audioCodec: "aac" | "other" | null = null;
  #firstVideoAt: number | null = null;
  #announced: { sound: boolean; codec: string | null; config: Buffer | null } | null = null;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #target: Writable | null = null;
  #waitsForKeyframe = true;
  #matroska: MatroskaWriter | null = null;
  #isUseless = false;
  #keyframeAt: number | null = null;
  #keyframeSeconds: number | null = null;
  #audioLevelDb: number | null = null;
  /** A key frame, and the sound after it. */
  #latest: Buffer[] = [];
  readonly #rates: IngestRates;
  #heldBackMs = 0;
  #heldBackSince: number | null = null;
  ended = false;
  receivedBytes = 0;

  /** `now` counts milliseconds. */
  constructor(request: PublishRequest, hooks: PublisherHooks, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#rates = new IngestRates(now);
    this.request = request;
    this.#hooks = hooks;
  }

  write({ type, timestamp, body: sent }: MediaTag): boolean {
    if (this.ended) return true;
    this.receivedBytes += sent.length;
    this.#rates.bytes(sent.length);
    const body = withOldNames(type, sent);
    if (!body) return true;
    const at = type === FLV_SCRIPT ? 0 : this.#clock.moment(timestamp);
    const tag = flvTag(type, at, body);
    const metadata = type === FLV_SCRIPT ? readMetadata(body) : null;
    if (metadata) {
      this.#script = tag;
      this.#metadata = metadata;
    }
    const isConfig = this.#look(type, at, body, tag);
    this.#announce(at);
    const keyframe = type === FLV_VIDEO && !isConfig && (body.readUInt8(0) & 0x70) === 0x10;
    if (keyframe) this.#latest = [tag];
    else if (type === FLV_AUDIO && this.#latest.length > 0 && this.#latest.length < LATEST_TAGS) this.#latest.push(tag);
    for (const listener of this.#listeners) listener(tag, keyframe);
    // What decoders need first is in the head.
    if (this.#waitsForKeyframe && !keyframe) return this.#isHopeful(at);
    this.#waitsForKeyframe = false;
    return this.#target ? this.#send(this.#target, tag) : this.#keep(tag);
  }

  /** Milliseconds it was made to wait for the encoder, in all. */
  get heldBackMs(): number {
    const since = this.#heldBackSince;
    return this.#heldBackMs + (since === null ? 0 : this.#now() - since);
  }

  async drained(): Promise<void> {
    const target = this.#target;
    if (!target?.writableNeedDrain || target.destroyed) return;
    const over = new AbortController();
    const { signal } = over;
    this.#heldBackSince = this.#now();
    try {
      await Promise.race([once(target, "drain", { signal }), once(target, "close", { signal })]);
    } finally {
      over.abort();
      this.#heldBackMs = this.heldBackMs;
      this.#heldBackSince = null;
    }
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#target?.end();
    for (const tell of this.#endings) tell();
    this.#hooks.onEnd(this);
  }

  /** Hears when it is gone; answers how to stop. */
  onEnd(tell: () => void): () => void {
    this.#endings.add(tell);
    return () => this.#endings.delete(tell);
  }

  /** Sends everything on to an encoder from here: what decoders need first, then the tags that waited or the next key frame. */
  sendTo(target: Writable): void {
    this.#target?.end();
    target.on("error", () => undefined);
    this.#matroska = this.#inMatroska();
    target.write(this.#matroska?.head ?? this.head());
    this.#waitsForKeyframe = this.#pending.length === 0;
    for (const tag of this.#pending) this.#send(target, tag);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#target = target;
  }

  /** How the picture reaches a decoder that does not know its name in FLV; null where FLV will do. */
  #inMatroska(): MatroskaWriter | null {
    const isKnown = this.#videoCodec === "h264" || this.#videoCodec === "other";
    if (isKnown || !this.#videoConfig) return null;
    return new MatroskaWriter(this.#videoConfig, this.#audioConfig, this.#size() ?? UNKNOWN_SIZE);
  }

  /** What is needed to look at it; null before its first key frame. */
  peekSource(): PeekSource | null {
    if (this.#latest.length === 0) return null;
    const matroska = this.#inMatroska();
    const parts = this.#latest.map((tag) => (matroska ? matroska.write(tag) : tag));
    return {
      bytes: Buffer.concat([matroska?.head ?? this.head(), ...parts.filter((part) => part !== null)]),
      container: matroska ? "matroska" : "live_flv",
      hasSound: this.#latest.some((tag) => tag.readUInt8(0) === FLV_AUDIO),
    };
  }

  /** How loud somebody found it to be, in decibels. */
  heard(audioLevelDb: number | null): void {
    this.#audioLevelDb = audioLevelDb;
  }

  #send(target: Writable, tag: Buffer): boolean {
    const bytes = this.#matroska ? this.#matroska.write(tag) : tag;
    return bytes === null || target.write(bytes);
  }

  /** Somebody whose picture cannot be begun with is not kept for ever. */
  #isHopeful(at: number): true {
    if (this.#keyframeAt !== null || at - (this.#firstVideoAt ?? at) <= KEYFRAME_PATIENCE_MS || this.#isUseless)
      return true;
    this.#isUseless = true;
    this.#hooks.onUseless(this, NO_KEYFRAME);
    return true;
  }

  /** What a decoder needs before it can begin at a key frame. */
  head(): Buffer {
    const parts = [this.#script, this.#videoConfig, this.#audioConfig].filter((part) => part !== null);
    return Buffer.concat([FLV_HEADER, ...parts]);
  }

  /** Hears each tag from now on; answers how to stop. */
  listen(listener: TagListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What it sends; rates are of the time since this was asked last. */
  facts(): StreamIngest {
    const { frameRate, kbps } = this.#rates.read();
    const size = this.#size();
    return {
      video_codec: this.#videoCodec,
      audio_codec: this.#audioCodec,
      width: size?.width ?? null,
      height: size?.height ?? null,
      frame_rate: frameRate,
      bitrate_kbps: kbps,
      keyframe_seconds: this.#keyframeSeconds,
      audio_level_db: this.#audioLevelDb,
      encoder: this.request.encoder,
    };
  }

  #size(): { width: number; height: number } | null {
    // The config's tag has its head of 11 bytes, then five of the codec's own.
    const fromConfig =
      this.#videoCodec === "h264" && this.#videoConfig ? avcSize(this.#videoConfig.subarray(16)) : null;
    const known = this.#metadata;
    return fromConfig ?? (known && known.width > 0 && known.height > 0 ? known : null);
  }

  /** Takes note of a tag; answers whether it only describes what follows. */
  #look(type: number, at: number, body: Buffer, tag: Buffer): boolean {
    const first = body.readUInt8(0);
    if (type === FLV_VIDEO) {
      const enhanced = readEnhanced(body);
      const isAvc = (first & 0x8f) === AVC;
      const name = enhanced && Object.entries(ENHANCED_VIDEO).find(([fourCc]) => fourCc === enhanced.fourCc)?.[1];
      this.#videoCodec = isAvc ? "h264" : (name ?? "other");
      this.#firstVideoAt ??= at;
      const isConfig = enhanced ? enhanced.kind === "config" : isAvc && body.length > 5 && body.readUInt8(1) === 0;
      if (isConfig) {
        this.#videoConfig = tag;
        return true;
      }
      if (enhanced?.kind === "other") return true;
      this.#rates.frame();
      if ((first & 0x70) === 0x10) {
        if (this.#keyframeAt !== null) this.#keyframeSeconds = Math.round((at - this.#keyframeAt) / 10) / 100;
        this.#keyframeAt = at;
      }
    } else if (type === FLV_AUDIO) {
      const isAac = first >> 4 === AAC;
      this.#audioCodec = isAac ? "aac" : "other";
      if (isAac && body.length > 2 && body.readUInt8(1) === 0) {
        this.#audioConfig = tag;
        return true;
      }
    }
    return type === FLV_SCRIPT;
  }

  /** Says when it can begin: there is a picture, and sound or no hope of it; and when it has to begin anew. */
  #announce(at: number): void {
    if (this.#keyframeAt === null || (this.#videoCodec !== "other" && !this.#videoConfig)) return;
    const sound = this.#audioCodec !== null;
    if (this.#announced) {
      const { codec, config, sound: hadSound } = this.#announced;
      const isSame = codec === this.#videoCodec && isSameBody(config, this.#videoConfig);
      if (isSame && hadSound === sound) return;
      // Another decoder begins with the next key frame: what comes until it runs is kept for it.
      this.#target = null;
      this.#waitsForKeyframe = true;
    } else {
      const waited = at - (this.#firstVideoAt ?? at);
      const patience = this.#metadata?.hasAudio === true ? 3 * SOUND_PATIENCE_MS : SOUND_PATIENCE_MS;
      if (!sound && this.#metadata?.hasAudio !== false && waited < patience) return;
    }
    this.#announced = { sound, codec: this.#videoCodec, config: this.#videoConfig };
    const size = this.#size() ?? UNKNOWN_SIZE;
    const fps =
      this.#metadata && this.#metadata.fps > 0 && this.#metadata.fps <= 120 ? this.#metadata.fps : FALLBACK_FPS;
    this.#hooks.onReady(this, {
      width: size.width,
      height: size.height,
      fps,
      videoCodec: this.#videoCodec ?? "other",
      audioCodec: this.#audioCodec,
    });
  }

  #keep(tag: Buffer): boolean {
    this.#pendingBytes += tag.length;
    if (this.#pendingBytes > PENDING_BYTES) this.request.close();
    else this.#pending.push(tag);
    return true;
  }
}

// Timestamps differ; what follows the head of 11 bytes is the same or the encoder changed.
const isSameBody = (a: Buffer | null, b: Buffer | null) =>
  a === null || b === null ? a === b : a.subarray(TAG_HEAD_BYTES).equals(b.subarray(TAG_HEAD_BYTES));
