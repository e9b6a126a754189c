import type { LiveFragment } from "@kinora/media/live/fragmentReader.ts";
import type { LiveEncodePlan, LiveEncoder, LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline, TimelineSource } from "@kinora/media/live/timeline.ts";
import type { Logger } from "../platform/log.ts";
import { planEncoding, startEncoding, type Encoding } from "./encoding.ts";
import type { LiveFiles } from "./live-files.ts";
import type { Publisher } from "./publisher.ts";
import type { LiveStream } from "./session-records.ts";
import { SlateShow } from "./slate-show.ts";

/** What viewers are shown. */
export type Shown = "live" | "slate" | "nothing";

export interface BroadcastHooks {
  /** A publisher's picture is on the timeline for the first time. */
  onLive(): void;
  /** The encoder could not begin or ended by itself. */
  onFailure(reason: string): void;
}

const PAUSED_TEXT = "Stream is paused";
const AWAY_TEXT = "Stream will be right back";
/** What stands in when nobody published since the role began. */
const UNKNOWN_INPUT: LiveInput = { width: 1280, height: 720, fps: 30, videoCodec: "h264", audioCodec: "aac" };
const LAST_LINES = 5;

/** Puts one source at a time on a stream's timeline: what the publisher sends, encoded, or the slate. */
export class Broadcast {
  readonly #log: Logger;
  readonly #timeline: LiveTimeline;
  readonly #hooks: BroadcastHooks;
  readonly #slates: SlateShow;
  #shown: Shown = "nothing";
  #text = AWAY_TEXT;
  #plan: LiveEncodePlan | null = null;
  #encoding: Encoding | null = null;
  #encoder: LiveEncoder | null = null;
  #source: TimelineSource | null = null;
  #wasLive = false;
  #running: Promise<void> = Promise.resolve();
  /** Goes up when another encoder begins, so that the last one's end is no failure. */
  #run = 0;

  constructor(log: Logger, timeline: LiveTimeline, files: LiveFiles, hooks: BroadcastHooks) {
    this.#log = log;
    this.#timeline = timeline;
    this.#hooks = hooks;
    this.#slates = new SlateShow(files);
  }

  /** Media seconds encoded in a second; null until known. */
  get speed(): number | null {
    return this.#encoding?.speed() ?? null;
  }

  /** Begins to encode what a publisher sends; an encoder that runs is ended first. */
  async begin(publisher: Publisher, stream: Pick<LiveStream, "ladder" | "latency">, input: LiveInput): Promise<void> {
    await this.finish();
    const run = ++this.#run;
    const plan = planEncoding(stream, input);
    this.#plan = plan;
    this.#wasLive = false;
    const lines: string[] = [];
    const onLine = (line: string) => {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      this.#log.debug({ line }, "encoder");
    };
    const fail = () => {
      if (run !== this.#run || publisher.ended) return;
      this.#hooks.onFailure(`The encoder ended: ${lines.at(-1)?.slice(0, 200) ?? "it said nothing"}`);
    };
    this.#running = startEncoding(
      plan,
      (encoder) => {
        this.#encoder = encoder;
        publisher.sendTo(encoder.input);
      },
      onLine,
    ).then(async (encoding) => {
      if (!encoding) return fail();
      if (run === this.#run) this.#encoding = encoding;
      await encoding.run((rung, fragment) => this.#take(run, rung, fragment));
      fail();
    });
    this.#running.catch((error: unknown) => {
      this.#log.warn({ err: error, lines }, "a livestream could not be encoded");
      fail();
    });
  }

  /** Ends the encoder and closes what it left open on the timeline. */
  async finish(): Promise<void> {
    this.#run += 1;
    const encoder = this.#encoder;
    this.#encoder = null;
    this.#encoding = null;
    if (encoder) await encoder.stop();
    await this.#running.catch(() => undefined);
    if (this.#source) this.#timeline.finishSource(this.#source);
    this.#source = null;
  }

  /** Switches what viewers see; the same again changes nothing. What was shown stays until the new picture is there. */
  show(shown: Shown, stream: Pick<LiveStream, "paused" | "ladder" | "latency">): void {
    const text = stream.paused ? PAUSED_TEXT : AWAY_TEXT;
    const isSame = shown === this.#shown && (shown !== "slate" || text === this.#text);
    if (isSame) return;
    this.#shown = shown;
    this.#text = text;
    if (shown === "nothing") this.#slates.stop();
    if (shown === "slate") this.#showSlate(stream, text);
  }

  async stop(): Promise<void> {
    this.#shown = "nothing";
    this.#slates.stop();
    await this.finish();
  }

  #showSlate(stream: Pick<LiveStream, "ladder" | "latency">, text: string): void {
    const plan = this.#plan ?? planEncoding(stream, UNKNOWN_INPUT);
    const stillWanted = () => this.#shown === "slate" && this.#text === text;
    // The picture stays as it was until the slate is there.
    this.#slates.show(this.#timeline, plan, text, stillWanted).catch((error: unknown) => {
      this.#log.warn({ err: error }, "the slate could not be made");
    });
  }

  #isOnAir(): boolean {
    return this.#source !== null && this.#timeline.current?.number === this.#source.number;
  }

  /** From here viewers see what the encoder writes. */
  #putOnAir({ inits, rungs }: Encoding): void {
    this.#slates.stop();
    const labels = (all: readonly { label: string }[]) => all.map(({ label }) => label).join(" ");
    if (labels(this.#timeline.rungs) !== labels(rungs)) this.#timeline.setRungs(rungs);
    this.#source = this.#timeline.startSource({ kind: "live", inits });
  }

  #take(run: number, rung: string, fragment: LiveFragment): void {
    if (run !== this.#run || this.#timeline.ended) return;
    // Begun at a key frame, so that no moment is without a picture.
    if (this.#shown === "live" && this.#encoding && fragment.independent && !this.#isOnAir())
      this.#putOnAir(this.#encoding);
    const appended = this.#source ? this.#timeline.append(this.#source, rung, fragment) : false;
    // A paused stream is live all the same: it only does not show.
    if (this.#wasLive || !(appended || this.#shown !== "live")) return;
    this.#wasLive = true;
    this.#hooks.onLive();
  }
}
