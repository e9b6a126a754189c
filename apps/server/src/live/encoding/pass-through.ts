import type { LiveFragment, LiveInit } from "@kinora/media/live/fragment-reader.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import { PackagerError, SourcePackager } from "@kinora/media/live/source-packager.ts";
import { shapeOf } from "@kinora/media/live/timeline-shape.ts";
import { FLV_AUDIO, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import type { SourceMoment, SourceSink } from "../ingest/source-sink.ts";

const KEY_FRAME = 1;
const COMMAND_FRAME = 5;
const CODED = 1;
const VIDEO_HEAD_BYTES = 5;
const AUDIO_HEAD_BYTES = 2;

/** Packages a publisher's media in this process, without encoding. */
export class PassThrough implements SourceSink {
  readonly #plan: LiveEncodePlan;
  readonly #onLine: (line: string) => void;
  readonly #begun = Promise.withResolvers<LiveInit | null>();
  readonly #ended = Promise.withResolvers<void>();
  #packager: SourcePackager | null = null;
  #onFragment: ((fragment: LiveFragment) => void) | null = null;
  /** Fragments before `run` was called. */
  #early: LiveFragment[] = [];

  /** @param onLine called with the reason when packaging fails. */
  constructor(plan: LiveEncodePlan, onLine: (line: string) => void) {
    this.#plan = plan;
    this.#onLine = onLine;
  }

  /** Resolves with the init segment after the first whole part; with null when the media ends earlier. */
  get begun(): Promise<LiveInit | null> {
    return this.#begun.promise;
  }

  begin(avcConfig: Buffer, aacConfig: Buffer | null): void {
    const { input } = this.#plan;
    const format = { width: input.width, height: input.height, fps: this.#plan.fps, avcConfig, aacConfig };
    this.#attempt(() => {
      this.#packager = new SourcePackager(format, shapeOf(this.#plan), {
        onInit: (init) => this.#begun.resolve(init),
        onFragment: (fragment) => (this.#onFragment ? this.#onFragment(fragment) : this.#early.push(fragment)),
      });
    });
  }

  take({ type, at, body }: SourceMoment): void {
    const packager = this.#packager;
    if (!packager) return;
    const first = body.readUInt8(0);
    if (type === FLV_VIDEO && body.length > VIDEO_HEAD_BYTES && body.readUInt8(1) === CODED) {
      const kind = (first >> 4) & 7;
      if (kind === COMMAND_FRAME) return;
      const data = body.subarray(VIDEO_HEAD_BYTES);
      this.#attempt(() => packager.video(at, body.readIntBE(2, 3), kind === KEY_FRAME, data));
    } else if (type === FLV_AUDIO && body.length > AUDIO_HEAD_BYTES && body.readUInt8(1) === CODED) {
      this.#attempt(() => packager.audio(at, body.subarray(AUDIO_HEAD_BYTES)));
    }
  }

  end(): void {
    const packager = this.#packager;
    this.#packager = null;
    if (packager) this.#attempt(() => packager.finish());
  }

  /** Calls `onFragment` for every fragment; resolves after `stop`. */
  run(onFragment: (fragment: LiveFragment) => void): Promise<void> {
    for (const fragment of this.#early) onFragment(fragment);
    this.#early = [];
    this.#onFragment = onFragment;
    return this.#ended.promise;
  }

  stop(): Promise<void> {
    this.#finish();
    return this.#ended.promise;
  }

  #finish(): void {
    this.end();
    this.#begun.resolve(null);
    this.#ended.resolve();
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof PackagerError)) throw error;
      this.#packager = null;
      this.#onLine(error.message);
      this.#finish();
    }
  }
}
