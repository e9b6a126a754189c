import type { Writable } from "node:stream";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import { readAacConfig } from "@kinora/media/live/aacConfig.ts";
import type { PeekSource } from "@kinora/media/live/livePeek.ts";
import { HeldBack } from "./held-back.ts";
import { IngestRates } from "./ingest-rates.ts";
import { LatestMoments } from "./latest-moments.ts";
import type { PublisherHooks, TagListener } from "./publisher-hooks.ts";
import * as limits from "./publisher-limits.ts";
import { peekOf } from "./publisher-peek.ts";
import { avcSize } from "./rtmp/avc.ts";
import { DecodeOrder } from "./rtmp/decode-order.ts";
import { ENHANCED_VIDEO, readEnhanced, withOldNames, type EnhancedVideo } from "./rtmp/enhanced.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO, PublisherClock } from "./rtmp/flv.ts";
import { MatroskaWriter } from "./rtmp/matroska.ts";
import { readMetadata, type FlvMetadata } from "./rtmp/metadata.ts";
import type { MediaTag, PublishRequest, PublishSink } from "./rtmp/session.ts";
import { configOf, isSameBody, kept, tagOf, type SourceMoment, type SourceTaker } from "./source-taker.ts";

/** Somebody publishing: keeps what decoders need first, tells what is sent, and hands it on as FLV. */
export class Publisher implements PublishSink {
  readonly request: PublishRequest;
  readonly #hooks: PublisherHooks;
  readonly #clock = new PublisherClock();
  readonly #order = new DecodeOrder();
  readonly #listeners = new Set<TagListener>();
  readonly #endings = new Set<() => void>();
  /** What decoders need first, as FLV has it. */
  #script: Buffer | null = null;
  #videoConfig: Buffer | null = null;
  #audioConfig: Buffer | null = null;
  #metadata: FlvMetadata | null = null;
  #videoCodec: "h264" | "other" | EnhancedVideo | null = null;
  #audioCodec: "aac" | "other" | null = null;
  #firstVideoAt: number | null = null;
  #announced: { sound: string | null; soundConfig: Buffer | null; codec: string | null; config: Buffer | null } | null =
    null;
  #pending: SourceMoment[] = [];
  #pendingBytes = 0;
  #target: Writable | null = null;
  #taker: SourceTaker | null = null;
  #waitsForKeyframe = true;
  #matroska: MatroskaWriter | null = null;
  #isUseless = false;
  #keyframeAt: number | null = null;
  #keyframeSeconds: number | null = null;
  #audioLevelDb: number | null = null;
  readonly #latest = new LatestMoments();
  readonly #rates: IngestRates;
  readonly #heldBack: HeldBack;
  ended = false;
  receivedBytes = 0;

  /** `now` counts milliseconds. */
  constructor(request: PublishRequest, hooks: PublisherHooks, now: () => number = () => performance.now()) {
    this.#heldBack = new HeldBack(now);
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
    const moment = this.#order.place({ type, at, body });
    const isConfig = this.#look(moment);
    this.#announce(at);
    const keyframe = type === FLV_VIDEO && !isConfig && (body.readUInt8(0) & 0x70) === 0x10;
    this.#latest.take(moment, keyframe);
    if (this.#listeners.size > 0) {
      const tag = tagOf(moment);
      for (const listener of this.#listeners) listener(tag, keyframe);
    }
    // What decoders need first is in the head.
    if (this.#waitsForKeyframe && !keyframe) return this.#isHopeful(at);
    this.#waitsForKeyframe = false;
    if (this.#taker) this.#taker.take(moment);
    else return this.#target ? this.#send(this.#target, moment) : this.#keep(moment);
    return true;
  }

  /** Milliseconds it was made to wait for the encoder, in all. */
  get heldBackMs(): number {
    return this.#heldBack.ms;
  }

  drained(): Promise<void> {
    return this.#heldBack.until(this.#target);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#leave();
    for (const tell of this.#endings) tell();
    this.#hooks.onEnd(this);
  }

  /** Hears when it is gone; answers how to stop. */
  onEnd(tell: () => void): () => void {
    this.#endings.add(tell);
    return () => this.#endings.delete(tell);
  }

  /** Sends everything on to an encoder from here: what decoders need first, then what waited or the next key frame. */
  sendTo(target: Writable | SourceTaker): void {
    this.#leave();
    const waited = this.#pending;
    this.#dropPending();
    this.#waitsForKeyframe = waited.length === 0;
    if ("begin" in target) {
      this.#taker = target;
      target.begin(this.#videoConfig?.subarray(limits.VIDEO_HEAD_BYTES) ?? Buffer.alloc(0), this.#aacConfig());
      for (const moment of waited) target.take(moment);
      return;
    }
    this.#target = target;
    target.on("error", () => undefined);
    this.#matroska = this.#inMatroska();
    target.write(this.#matroska?.head ?? this.head());
    for (const moment of waited) this.#send(target, moment);
  }

  /** Whoever took what it sends until now gets nothing more. */
  #leave(): void {
    this.#target?.end();
    this.#taker?.end();
    this.#target = this.#taker = null;
  }

  #dropPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #aacConfig(): Buffer | null {
    return this.#audioCodec === "aac" ? (this.#audioConfig?.subarray(limits.AUDIO_HEAD_BYTES) ?? null) : null;
  }

  /** How the picture reaches a decoder that does not know its name in FLV; null where FLV will do. */
  #inMatroska(): MatroskaWriter | null {
    const isKnown = this.#videoCodec === "h264" || this.#videoCodec === "other";
    if (isKnown || !this.#videoConfig) return null;
    const [video, audio] = [tagOf(configOf(FLV_VIDEO, this.#videoConfig)), this.#audioConfig];
    return new MatroskaWriter(video, audio && tagOf(configOf(FLV_AUDIO, audio)), this.#size() ?? limits.UNKNOWN_SIZE);
  }

  /** What is needed to look at it; null before its first key frame. */
  peekSource(): PeekSource | null {
    const { all } = this.#latest;
    return all.length === 0 ? null : peekOf(all, this.head(), this.#inMatroska());
  }

  /** How loud somebody found it to be, in decibels. */
  heard(audioLevelDb: number | null): void {
    this.#audioLevelDb = audioLevelDb;
  }

  #send(target: Writable, moment: SourceMoment): boolean {
    const tag = tagOf(moment);
    const bytes = this.#matroska ? this.#matroska.write(tag) : tag;
    // An encoder that ended is replaced, or ends its publisher.
    return bytes === null || !target.writable || target.write(bytes);
  }

  /** Somebody whose picture cannot be begun with is not kept for ever. */
  #isHopeful(at: number): true {
    if (this.#keyframeAt !== null || at - (this.#firstVideoAt ?? at) <= limits.KEYFRAME_PATIENCE_MS || this.#isUseless)
      return true;
    this.useless(limits.NO_KEYFRAME);
    return true;
  }

  useless(reason: string): void {
    if (this.#isUseless || this.ended) return;
    this.#isUseless = true;
    this.#hooks.onUseless(this, reason);
  }

  /** What a decoder needs before it can begin at a key frame. */
  head(): Buffer {
    const parts = [
      configOf(FLV_SCRIPT, this.#script),
      configOf(FLV_VIDEO, this.#videoConfig),
      configOf(FLV_AUDIO, this.#audioConfig),
    ];
    return Buffer.concat([FLV_HEADER, ...parts.filter(({ body }) => body.length > 0).map(tagOf)]);
  }

  /** Hears what waits for a decoder, which begins with the first key frame, then each tag as it comes; answers how to stop. */
  listen(listener: TagListener): () => void {
    for (const [index, moment] of this.#pending.entries()) listener(tagOf(moment), index === 0);
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
      // Most connect under the name of another, as servers of old wanted it.
      encoder: this.#metadata?.encoder ?? this.request.encoder,
    };
  }

  #size(): { width: number; height: number } | null {
    const fromConfig =
      this.#videoCodec === "h264" && this.#videoConfig
        ? avcSize(this.#videoConfig.subarray(limits.VIDEO_HEAD_BYTES))
        : null;
    const known = this.#metadata;
    return fromConfig ?? (known && known.width > 0 && known.height > 0 ? known : null);
  }

  /** Takes note of a tag; answers whether it only describes what follows. */
  #look({ type, at, body }: SourceMoment): boolean {
    const first = body.readUInt8(0);
    const metadata = type === FLV_SCRIPT ? readMetadata(body) : null;
    if (metadata) [this.#script, this.#metadata] = [Buffer.from(body), metadata];
    if (type === FLV_VIDEO) {
      const enhanced = readEnhanced(body);
      const isAvc = (first & 0x8f) === limits.AVC;
      const name = enhanced && Object.entries(ENHANCED_VIDEO).find(([fourCc]) => fourCc === enhanced.fourCc)?.[1];
      this.#videoCodec = isAvc ? "h264" : (name ?? "other");
      this.#firstVideoAt ??= at;
      const isConfig = enhanced ? enhanced.kind === "config" : isAvc && body.length > 5 && body.readUInt8(1) === 0;
      if (isConfig) {
        this.#videoConfig = Buffer.from(body);
        return true;
      }
      if (enhanced?.kind === "other") return true;
      this.#rates.frame();
      if ((first & 0x70) === 0x10) {
        if (this.#keyframeAt !== null) this.#keyframeSeconds = Math.round((at - this.#keyframeAt) / 10) / 100;
        this.#keyframeAt = at;
      }
    } else if (type === FLV_AUDIO) {
      const isAac = first >> 4 === limits.AAC;
      if (!isAac) this.#audioCodec = "other";
      if (isAac && body.length > limits.AUDIO_HEAD_BYTES && body.readUInt8(1) === 0) {
        // Kinds of limits.AAC nobody can package are encoded.
        this.#audioCodec = readAacConfig(body.subarray(limits.AUDIO_HEAD_BYTES)) ? "aac" : "other";
        this.#audioConfig = Buffer.from(body);
        return true;
      }
    }
    return type === FLV_SCRIPT;
  }

  /** Says when it can begin: there is a picture, and sound or no hope of it; and when it has to begin anew. */
  #announce(at: number): void {
    if (this.#keyframeAt === null || (this.#videoCodec !== "other" && !this.#videoConfig)) return;
    const sound = this.#audioCodec;
    if (this.#announced) {
      const { codec, config, sound: hadSound, soundConfig } = this.#announced;
      const isSame = codec === this.#videoCodec && isSameBody(config, this.#videoConfig);
      if (isSame && hadSound === sound && isSameBody(soundConfig, this.#audioConfig)) return;
      // Another decoder begins with the next key frame: what comes until it runs is kept for it.
      this.#taker?.end();
      this.#taker = this.#target = null;
      this.#dropPending();
      this.#waitsForKeyframe = true;
    } else {
      const waited = at - (this.#firstVideoAt ?? at);
      const patience = this.#metadata?.hasAudio === true ? 3 * limits.SOUND_PATIENCE_MS : limits.SOUND_PATIENCE_MS;
      if (sound === null && this.#metadata?.hasAudio !== false && waited < patience) return;
    }
    this.#announced = { sound, soundConfig: this.#audioConfig, codec: this.#videoCodec, config: this.#videoConfig };
    const size = this.#size() ?? limits.UNKNOWN_SIZE;
    const fps =
      this.#metadata && this.#metadata.fps > 0 && this.#metadata.fps <= 120 ? this.#metadata.fps : limits.FALLBACK_FPS;
    this.#hooks.onReady(this, {
      width: size.width,
      height: size.height,
      fps,
      videoCodec: this.#videoCodec ?? "other",
      audioCodec: this.#audioCodec,
    });
  }

  #keep(moment: SourceMoment): boolean {
    this.#pendingBytes += moment.body.length;
    if (this.#pendingBytes > limits.PENDING_BYTES) this.request.close();
    else this.#pending.push(kept(moment));
    return true;
  }
}
