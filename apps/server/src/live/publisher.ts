import { once } from "node:events";
import type { Writable } from "node:stream";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import { AmfError, readAmf } from "./rtmp/amf.ts";
import { avcSize } from "./rtmp/avc.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO, flvTag, PublisherClock } from "./rtmp/flv.ts";
import type { MediaTag, PublishRequest, PublishSink } from "./rtmp/session.ts";

/** What happens to a publisher, told at once. */
export interface PublisherHooks {
  /** What it sends is known well enough to begin, or changed so that it has to begin anew. */
  onReady(publisher: Publisher, input: LiveInput): void;
  onEnd(publisher: Publisher): void;
}

/** Somebody who hears each tag, such as a process that sends it on. */
export type TagListener = (tag: Buffer, keyframe: boolean) => void;

/** How long sound is waited for once there is a picture, in milliseconds of the publisher's own clock. */
const SOUND_PATIENCE_MS = 1_200;
/** Tags kept until it is known what they are. */
const PENDING_BYTES = 24 * 1024 * 1024;
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
  #metadata: { width: number; height: number; fps: number; hasAudio: boolean } | null = null;
  #videoCodec: "h264" | "other" | null = null;
  #audioCodec: "aac" | "other" | null = null;
  #firstVideoAt: number | null = null;
  #announced: { sound: boolean; config: Buffer | null } | null = null;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #target: Writable | null = null;
  #waitsForKeyframe = false;
  #keyframeAt: number | null = null;
  #keyframeSeconds: number | null = null;
  #frames = 0;
  #bytes = 0;
  #measuredAt: number;
  #measured = { frameRate: null as number | null, kbps: null as number | null };
  #heldBackMs = 0;
  #heldBackSince: number | null = null;
  ended = false;
  receivedBytes = 0;

  /** `now` counts milliseconds. */
  constructor(request: PublishRequest, hooks: PublisherHooks, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#measuredAt = now();
    this.request = request;
    this.#hooks = hooks;
  }

  write({ type, timestamp, body }: MediaTag): boolean {
    if (this.ended) return true;
    this.receivedBytes += body.length;
    this.#bytes += body.length;
    const at = type === FLV_SCRIPT ? 0 : this.#clock.moment(timestamp);
    const tag = flvTag(type, at, body);
    if (type === FLV_SCRIPT) this.#readScript(tag, body);
    const isConfig = this.#look(type, at, body, tag);
    this.#announce(at);
    const keyframe = type === FLV_VIDEO && !isConfig && (body.readUInt8(0) & 0x70) === 0x10;
    for (const listener of this.#listeners) listener(tag, keyframe);
    if (!this.#target) return this.#keep(tag);
    if (this.#waitsForKeyframe) {
      if (!keyframe) return true;
      this.#waitsForKeyframe = false;
    }
    return this.#target.write(tag);
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
    target.write(this.head());
    this.#waitsForKeyframe = this.#pending.length === 0;
    for (const tag of this.#pending) target.write(tag);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#target = target;
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
    const now = this.#now();
    const seconds = (now - this.#measuredAt) / 1000;
    if (seconds >= 0.9) {
      this.#measured = {
        frameRate: Math.round((this.#frames / seconds) * 10) / 10,
        kbps: Math.round((this.#bytes * 8) / seconds / 1000),
      };
      this.#measuredAt = now;
      this.#frames = 0;
      this.#bytes = 0;
    }
    const size = this.#size();
    return {
      video_codec: this.#videoCodec,
      audio_codec: this.#audioCodec,
      width: size?.width ?? null,
      height: size?.height ?? null,
      frame_rate: this.#measured.frameRate,
      bitrate_kbps: this.#measured.kbps,
      keyframe_seconds: this.#keyframeSeconds,
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

  #readScript(tag: Buffer, body: Buffer): void {
    try {
      const [name, facts] = readAmf(body);
      if (name !== "onMetaData" || typeof facts !== "object" || facts === null || Array.isArray(facts)) return;
      const number = (key: string) => (typeof facts[key] === "number" && facts[key] > 0 ? Math.round(facts[key]) : 0);
      const hasAudio = facts["audiocodecid"] !== undefined && facts["audiocodecid"] !== 0;
      this.#script = tag;
      this.#metadata = { width: number("width"), height: number("height"), fps: number("framerate"), hasAudio };
    } catch (error) {
      // Facts nobody can read are no reason to refuse the picture.
      if (!(error instanceof AmfError)) throw error;
    }
  }

  /** Takes note of a tag; answers whether it only describes what follows. */
  #look(type: number, at: number, body: Buffer, tag: Buffer): boolean {
    const first = body.readUInt8(0);
    if (type === FLV_VIDEO) {
      const isAvc = (first & 0x8f) === AVC;
      this.#videoCodec = isAvc ? "h264" : "other";
      this.#firstVideoAt ??= at;
      if (isAvc && body.length > 5 && body.readUInt8(1) === 0) {
        this.#videoConfig = tag;
        return true;
      }
      this.#frames += 1;
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
    if (this.#videoCodec === null || (this.#videoCodec === "h264" && !this.#videoConfig)) return;
    const sound = this.#audioCodec !== null;
    if (this.#announced) {
      const { config, sound: hadSound } = this.#announced;
      const same = config === null || this.#videoConfig === null || sameBody(config, this.#videoConfig);
      if (same && hadSound === sound) return;
    } else {
      const waited = at - (this.#firstVideoAt ?? at);
      const patience = this.#metadata?.hasAudio === true ? 3 * SOUND_PATIENCE_MS : SOUND_PATIENCE_MS;
      if (!sound && this.#metadata?.hasAudio !== false && waited < patience) return;
    }
    this.#announced = { sound, config: this.#videoConfig };
    const size = this.#size() ?? { width: 1280, height: 720 };
    const fps =
      this.#metadata && this.#metadata.fps > 0 && this.#metadata.fps <= 120 ? this.#metadata.fps : FALLBACK_FPS;
    this.#hooks.onReady(this, {
      width: size.width,
      height: size.height,
      fps,
      videoCodec: this.#videoCodec,
      audioCodec: this.#audioCodec,
    });
  }

  #keep(tag: Buffer): boolean {
    this.#pendingBytes += tag.length;
    // Somebody who never sends what a decoder needs is not kept for ever.
    if (this.#pendingBytes > PENDING_BYTES) this.request.close();
    else this.#pending.push(tag);
    return true;
  }
}

// Timestamps differ; what follows the head of 11 bytes is the same or the encoder changed.
const sameBody = (a: Buffer, b: Buffer) => a.subarray(11).equals(b.subarray(11));
