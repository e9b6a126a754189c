import { readDecodableTracks, type DecodableTrack } from "@kinora/media/live/decoder-config.ts";
import type { LiveFragment } from "@kinora/media/live/fragment-reader.ts";
import { fragmentFrames, type StreamConfig } from "@kinora/media/live/stream-frames.ts";
import type { LiveRung } from "@kinora/media/live/timeline-segment.ts";
import type { TagListener, TagSource } from "../ingest/publisher.ts";
import { flvPiece } from "../ingest/rtmp/flv-pieces.ts";
import { FLV_HEADER, flvTag } from "../ingest/rtmp/flv.ts";
import type { MediaTag } from "../ingest/rtmp/session.ts";
import type { Encoding } from "./encoding.ts";

/** Largest short side to send, in pixels. */
const LARGEST_SHORT_SIDE = 720;
/** Milliseconds between the last frame of one encoder and the first of the next. */
const USUAL_STEP_MS = 40;

/** One encoded rung as FLV tags, for restream targets that do not get the publisher's own media. */
export class RungTags implements TagSource {
  readonly #onBroken: (error: unknown) => void;
  readonly #listeners = new Set<TagListener>();
  #label: string | null = null;
  #init: Buffer | null = null;
  #tracks: ReadonlyMap<number, DecodableTrack> | null = null;
  /** Added to the encoder's timestamps; null before its first frame. */
  #offsetMs: number | null = null;
  #nextMs = 0;

  /** @param onBroken called when an encoder's fragments cannot be read; other consumers of the encoder are not affected. */
  constructor(onBroken: (error: unknown) => void) {
    this.#onBroken = onBroken;
  }

  /** Continues with the next encoder, which may have other rungs. */
  begin({ rungs, inits }: Pick<Encoding, "rungs" | "inits">): void {
    const rung = rungToSend(rungs);
    const init = rung && inits.get(rung.label);
    this.#label = init ? rung.label : null;
    this.#init = init?.bytes ?? null;
    this.#tracks = this.#offsetMs = null;
  }

  take(rung: string, { bytes }: LiveFragment): void {
    if (rung !== this.#label || this.#listeners.size === 0) return;
    try {
      this.#send(bytes);
    } catch (error) {
      this.#label = null;
      this.#onBroken(error);
    }
  }

  /** A moment of the encoder's clock on that of the tags, in milliseconds; null before the encoder's first frame. */
  timeOf(encoderSeconds: number): number | null {
    return this.#offsetMs === null ? null : encoderSeconds * 1000 + this.#offsetMs;
  }

  head(): Buffer {
    return Buffer.concat([FLV_HEADER, ...this.#configs().map((config) => bytesOf(flvPiece(config, 0)))]);
  }

  listen(listener: TagListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #send(fragment: Buffer): void {
    if (!this.#init) return;
    if (!this.#tracks) {
      this.#tracks = readDecodableTracks(this.#init);
      for (const config of this.#configs()) this.#emit(flvPiece(config, this.#nextMs), false);
    }
    const frames = [...fragmentFrames(fragment, this.#tracks)].toSorted((a, b) => a.decodeMs - b.decodeMs);
    const [first] = frames;
    if (!first) return;
    this.#offsetMs ??= this.#nextMs - first.decodeMs;
    for (const frame of frames) {
      const tag = flvPiece({ ...frame, decodeMs: frame.decodeMs + this.#offsetMs }, 0);
      this.#nextMs = Math.max(this.#nextMs, tag.timestamp + USUAL_STEP_MS);
      this.#emit(tag, frame.codec !== "aac" && frame.keyframe);
    }
  }

  #configs(): StreamConfig[] {
    return [...(this.#tracks?.values() ?? [])].map(({ config }) => ({ kind: "config", ...config }));
  }

  #emit(tag: MediaTag, keyframe: boolean): void {
    for (const listener of this.#listeners) listener(bytesOf(tag), keyframe);
  }
}

/** The largest rung within the limit, else the smallest. @param rungs lowest first. */
function rungToSend(rungs: readonly LiveRung[]): LiveRung | undefined {
  return rungs.findLast(({ width, height }) => Math.min(width, height) <= LARGEST_SHORT_SIDE) ?? rungs[0];
}

const bytesOf = ({ type, timestamp, body }: MediaTag): Buffer => flvTag(type, timestamp, body);
