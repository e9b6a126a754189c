import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { LiveEncodePlan, LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../context.ts";
import { planEncoding } from "./encoding.ts";
import type { LiveFiles } from "./live-files.ts";
import { programmeKey, readProgramme } from "./loop-programme.ts";
import { LoopShow } from "./loop-show.ts";
import { pictureFile } from "./pictures.ts";
import type { LiveStream } from "./session-records.ts";
import { SlateShow, type SlateLook } from "./slate-show.ts";

const PAUSED_TEXT = "Stream is paused";
const AWAY_TEXT = "Stream will be right back";
/** What stands in when nobody published since the role began. */
const UNKNOWN_INPUT: LiveInput = { width: 1280, height: 720, fps: 30, videoCodec: "h264", audioCodec: "aac" };

function lookOf({ paused, pictures }: LiveStream): SlateLook {
  const kind = paused ? "paused" : "offline";
  const number = pictures[kind];
  return {
    text: paused ? PAUSED_TEXT : AWAY_TEXT,
    picture: number === undefined ? null : pictureFile(kind, number),
  };
}

export interface StandInHooks {
  /** A slate or the loop is on the timeline from now on. */
  onShown(source: OnAirSource): void;
  /** The loop of this key has nothing that plays. */
  onEmptyLoop(key: string): void;
}

/** What viewers see when it is not the encoder's picture: a slate or the loop, one at a time. What was on air stays until it is there. */
export class StandIns {
  readonly #services: Services;
  readonly #timeline: LiveTimeline;
  readonly #hooks: StandInHooks;
  readonly #slates: SlateShow;
  readonly #loop = new LoopShow();
  #wanted: string | null = null;

  constructor(services: Services, timeline: LiveTimeline, files: LiveFiles, hooks: StandInHooks) {
    this.#services = services;
    this.#timeline = timeline;
    this.#hooks = hooks;
    this.#slates = new SlateShow(files);
  }

  /**
   * Puts a stand-in on air; the same again changes nothing.
   * @param plan of the ladder it stands in for; null while nobody published.
   */
  show(source: "slate" | "loop", stream: LiveStream, plan: LiveEncodePlan | null): void {
    const wanted = source === "loop" ? `loop ${programmeKey(stream)}` : `slate ${JSON.stringify(lookOf(stream))}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const showing = source === "loop" ? this.#showLoop(stream, wanted) : this.#showSlate(stream, plan, wanted);
    showing.catch((error: unknown) => {
      this.#services.log.warn({ err: error, stream: stream.id, source }, "what stands in could not be shown");
      if (this.#wanted === wanted) this.#wanted = null;
    });
  }

  /** Nothing more of it is listed. */
  stop(): void {
    this.#wanted = null;
    this.#slates.stop();
    this.#loop.stop();
  }

  async #showSlate(stream: LiveStream, plan: LiveEncodePlan | null, wanted: string): Promise<void> {
    const isWanted = () => this.#wanted === wanted;
    const isShown = await this.#slates.show(
      this.#timeline,
      plan ?? planEncoding(stream, UNKNOWN_INPUT),
      lookOf(stream),
      isWanted,
    );
    if (!isShown) return;
    this.#loop.stop();
    this.#hooks.onShown("slate");
  }

  async #showLoop(stream: LiveStream, wanted: string): Promise<void> {
    const programme = await readProgramme(this.#services, stream);
    if (this.#wanted !== wanted) return;
    if (!this.#loop.show(this.#timeline, programme)) return this.#hooks.onEmptyLoop(programme.key);
    this.#slates.stop();
    this.#hooks.onShown("loop");
  }
}
