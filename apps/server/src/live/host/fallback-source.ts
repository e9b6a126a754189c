import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { LiveEncodePlan, LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import { planEncoding } from "../encoding/encoding.ts";
import { LoopPlayer } from "../loop/loop-player.ts";
import { programmeKey, readProgramme, type Programme } from "../loop/loop-programme.ts";
import type { LiveFiles } from "../media/live-files.ts";
import { SlatePlayer, type SlateDesign } from "../media/slate-player.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { pictureFile } from "../streams/pictures.ts";

const PAUSED_TEXT = "Stream is paused";
const AWAY_TEXT = "Stream will be right back";
/** The format of a slate before the first publisher since the process started. */
const UNKNOWN_INPUT: LiveInput = { width: 1280, height: 720, fps: 30, videoCodec: "h264", audioCodec: "aac" };

/** The picture that stands for the publisher's, where there is one: the slate's own. */
export const stillOf = (stream: Pick<LiveStream, "pictures">): string | null =>
  slateDesign({ ...stream, paused: false }).picture;

function slateDesign({ paused, pictures }: Pick<LiveStream, "paused" | "pictures">): SlateDesign {
  const kind = paused ? "paused" : "offline";
  const number = pictures[kind];
  return {
    text: paused ? PAUSED_TEXT : AWAY_TEXT,
    picture: number === undefined ? null : pictureFile(kind, number),
  };
}

export interface FallbackHooks {
  /** A slate or the loop was put on the timeline. */
  onShown(source: OnAirSource): void;
  /** The loop with this key has no playable video. */
  onEmptyLoop(key: string): void;
}

/** Shows a slate or the loop, one at a time, while viewers do not see the encoder. The previous source stays on air until it has a picture. */
export class FallbackSource {
  readonly #services: Services;
  readonly #timeline: LiveTimeline;
  readonly #hooks: FallbackHooks;
  readonly #slates: SlatePlayer;
  readonly #loop = new LoopPlayer();
  /** The last reading of the loop. */
  #programme: Programme | null = null;
  #wanted: string | null = null;

  constructor(services: Services, timeline: LiveTimeline, files: LiveFiles, hooks: FallbackHooks) {
    this.#services = services;
    this.#timeline = timeline;
    this.#hooks = hooks;
    this.#slates = new SlatePlayer(files);
  }

  /**
   * Puts a slate or the loop on air; idempotent.
   * @param plan whose ladder a slate is made for; null before the first publisher.
   */
  show(source: "slate" | "loop", stream: LiveStream, plan: LiveEncodePlan | null): void {
    const wanted = source === "loop" ? `loop ${programmeKey(stream)}` : `slate ${JSON.stringify(slateDesign(stream))}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const showing = source === "loop" ? this.#showLoop(stream, wanted) : this.#showSlate(stream, plan, wanted);
    showing.catch((error: unknown) => {
      this.#services.log.warn({ err: error, stream: stream.id, source }, "slate or loop not shown");
      if (this.#wanted === wanted) this.#wanted = null;
    });
  }

  /** Lists no further segments. */
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
      slateDesign(stream),
      isWanted,
    );
    if (!isShown) return;
    this.#loop.stop();
    this.#hooks.onShown("slate");
  }

  async #showLoop(stream: LiveStream, wanted: string): Promise<void> {
    const programme = await readProgramme(this.#services, stream, this.#programme);
    this.#programme = programme;
    if (this.#wanted !== wanted) return;
    if (!this.#loop.show(this.#timeline, programme)) return this.#hooks.onEmptyLoop(programme.key);
    this.#slates.stop();
    this.#hooks.onShown("loop");
  }
}
