import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { StreamFacts } from "@kinora/domain/live/stream-states.ts";
import type { LiveFragment } from "@kinora/media/live/fragment-reader.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import type { probeLivePicture } from "@kinora/media/live/live-picture.ts";
import type { TimelineSource } from "@kinora/media/live/timeline-source.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import type { Logger } from "../../platform/log.ts";
import { EncoderPace, type Pace } from "../encoding/encoder-pace.ts";
import type { Encoding, RunningEncoder, StartEncoding } from "../encoding/encoding.ts";
import { RungTags } from "../encoding/rung-tags.ts";
import type { Publisher, TagSource } from "../ingest/publisher.ts";
import { programmeKey } from "../loop/loop-programme.ts";
import type { LiveFiles } from "../media/live-files.ts";
import type { ClipSource } from "../recordings/clip-cut.ts";
import { wantedOnAir, type LiveStream } from "../sessions/session-records.ts";
import { FallbackSource } from "./fallback-source.ts";
import { OffAirTimeline } from "./off-air-timeline.ts";

export interface BroadcastHooks {
  /** The source viewers see changed. */
  onShown(source: OnAirSource): void;
  /** The publisher's first fragment is on the timeline. */
  onLive(): void;
  /** The encoder did not start, or exited before it was stopped. */
  onFailure(reason: string): void;
  /** The encoder cannot catch up (`behind`, once in a run), or had spare capacity for `patienceSeconds` (`spare`). */
  onPace(run: number, pace: Pace): void;
}

/** Probes pictures and starts encoders; `now` is the clock of their pace, in milliseconds. */
export interface EncoderPort {
  start: StartEncoding;
  probe: typeof probeLivePicture;
  now(): number;
}

const LAST_LINES = 5;

/** Puts one source at a time on a stream's timeline: the encoded publisher, the loop or the slate. */
export class Broadcast {
  /** The encoded rung that restream targets get. */
  readonly rungTags: RungTags;
  readonly #log: Logger;
  readonly #timeline: LiveTimeline;
  readonly #hooks: BroadcastHooks;
  readonly #fallback: FallbackSource;
  readonly #offAir: OffAirTimeline;
  readonly #files: LiveFiles;
  readonly #port: EncoderPort;
  #shown: OnAirSource = "nothing";
  /** Key of a loop without a playable video. */
  #emptyLoop: string | null = null;
  #retry: () => void = () => undefined;
  #plan: LiveEncodePlan | null = null;
  #encoding: Encoding | null = null;
  #encoder: RunningEncoder | null = null;
  #source: TimelineSource | null = null;
  #wasLive = false;
  /** Start of the run's first fragment on the encoder's clock. */
  #firstSeconds: number | null = null;
  #keepsLadder = false;
  #running: Promise<void> = Promise.resolve();
  /** Increases with every encoder, so that the exit of the previous one does not count as a failure. */
  #run = 0;

  constructor(services: Services, timeline: LiveTimeline, files: LiveFiles, hooks: BroadcastHooks, port: EncoderPort) {
    this.#port = port;
    this.#log = services.log;
    this.rungTags = new RungTags((error) =>
      this.#log.warn({ err: error }, "encoded rung not converted for restreaming"),
    );
    this.#timeline = timeline;
    this.#hooks = hooks;
    this.#files = files;
    this.#offAir = new OffAirTimeline(services, files.folder, timeline.shape);
    this.#fallback = new FallbackSource(services, timeline, files, {
      onShown: (source) => hooks.onShown(source),
      onEmptyLoop: (key) => {
        this.#emptyLoop = key;
        this.#retry();
      },
    });
  }

  /** Whether this run of the encoder is the current one. */
  isCurrent(run: number): boolean {
    return run === this.#run;
  }

  /** Whether anything is or is about to be on air. */
  get shows(): boolean {
    return this.#shown !== "nothing";
  }

  /** Whether viewers see the publisher. */
  get showsPublisher(): boolean {
    return this.#shown === "live" && this.#isEncoderOnAir();
  }

  /** Media seconds encoded in a second; null until known. */
  get speed(): number | null {
    return this.#encoding?.speed() ?? null;
  }

  /** Whether viewers are to see the publisher, as soon as there is a picture of it. */
  get wantsPublisher(): boolean {
    return this.#shown === "live";
  }

  /** The date of a time of the publisher's clock, both in milliseconds; null while viewers do not see it. */
  dateOf({ sentFromMs }: Pick<Publisher, "sentFromMs">, atMs: number): number | null {
    if (!this.#source || this.#firstSeconds === null || sentFromMs === null) return null;
    return this.#timeline.dateOf(this.#source, this.#firstSeconds + (atMs - sentFromMs) / 1000);
  }

  /**
   * The moment of a date on the clock of what is recorded, the publisher's or that of the encoded rung, both in milliseconds; null
   * while viewers do not see the publisher.
   */
  recordedMoment(source: TagSource & Partial<Pick<Publisher, "sentFromMs">>, dateMs: number): number | null {
    const first = this.#firstSeconds;
    const seconds = first === null ? null : this.#encoderSecondsAt(dateMs, first);
    if (first === null || seconds === null) return null;
    if (source === this.rungTags) return this.rungTags.timeOf(seconds);
    const { sentFromMs = null } = source;
    return sentFromMs === null ? null : sentFromMs + (seconds - first) * 1000;
  }

  /** Dates and the encoder's clock run alike but where one of them jumps: from there on the second look is right. */
  #encoderSecondsAt(dateMs: number, first: number): number | null {
    let seconds = first;
    for (let look = 0; look < 2; look += 1) {
      const found = this.#source && this.#timeline.dateOf(this.#source, seconds);
      if (found === null) return null;
      seconds += (dateMs - found) / 1000;
    }
    return seconds;
  }

  /** The media a clip is cut from: what viewers saw and, while they see something else, what the encoder sends. */
  get clipSource(): ClipSource {
    return this.#offAir.clipSource({ timeline: this.#timeline, files: this.#files });
  }

  /**
   * Starts an encoder for a publisher after it stopped the running one. With `keepsLadder` the timeline keeps its rungs, so that
   * players of a missing rung get the nearest. `still` is the name of the picture of sound alone. `patienceSeconds` is how long spare capacity must last before `onPace`.
   */
  async begin(
    publisher: Publisher,
    plan: LiveEncodePlan,
    patienceSeconds: number | null,
    { keepsLadder = false, still = null }: { keepsLadder?: boolean; still?: string | null } = {},
  ): Promise<void> {
    await this.finish();
    const run = ++this.#run;
    this.#plan = plan;
    this.#keepsLadder = keepsLadder;
    this.#wasLive = false;
    this.#firstSeconds = null;
    const lines: string[] = [];
    const onLine = (line: string) => {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      this.#log.debug({ line }, "encoder");
    };
    const fail = () => {
      if (run !== this.#run || publisher.ended) return;
      this.#hooks.onFailure(`The encoder exited: ${lines.at(-1)?.slice(0, 200) ?? "it wrote no message"}`);
    };
    const pace = new EncoderPace(patienceSeconds);
    let isBehind = false;
    const onProgress = (mediaSeconds: number) => {
      const sample = { atMs: this.#port.now(), mediaSeconds, backpressureMs: publisher.backpressureMs };
      const found = run === this.#run && !isBehind ? pace.sample(sample) : null;
      isBehind ||= found === "behind";
      if (found) this.#hooks.onPace(run, found);
    };
    const feed = (encoder: RunningEncoder) => {
      this.#encoder = encoder;
      publisher.sendTo(encoder.input);
    };
    const start = (picture: string | null) => this.#port.start(plan, feed, { onLine, onProgress }, picture);
    const isStill = plan.input.videoCodec === null && still !== null;
    this.#running = (isStill ? this.#files.withLocal(still, start) : start(null)).then(async (encoding) => {
      if (!encoding) return fail();
      if (run === this.#run) {
        this.#encoding = encoding;
        this.rungTags.begin(encoding);
      }
      await encoding.run((rung, fragment) => this.#take(run, rung, fragment));
      fail();
    });
    this.#running.catch((error: unknown) => {
      this.#log.warn({ err: error, lines }, "livestream encoding failed");
      fail();
    });
  }

  /** Stops the encoder and closes its open segments on the timeline. */
  async finish(): Promise<void> {
    this.#run += 1;
    const encoder = this.#encoder;
    this.#encoder = null;
    this.#encoding = null;
    if (encoder) await encoder.stop();
    await this.#running.catch(() => undefined);
    if (this.#source) this.#timeline.finishSource(this.#source);
    this.#source = null;
    this.#offAir.finish();
  }

  /** Puts the wanted source on air; idempotent. The previous source stays on air until the new one has a picture. */
  follow(stream: LiveStream, ingest: StreamFacts["ingest"]): void {
    this.#retry = () => this.follow(stream, ingest);
    if (ingest === "none") this.#offAir.end();
    const canLoop = stream.loop_key !== null && programmeKey(stream) !== this.#emptyLoop;
    this.#show(wantedOnAir(stream, ingest, canLoop), stream);
  }

  #show(shown: OnAirSource, stream: LiveStream): void {
    const before = this.#shown;
    this.#shown = shown;
    if (shown === "slate" || shown === "loop") return this.#fallback.show(shown, stream, this.#plan);
    if (shown !== "nothing" || before === "nothing") return;
    this.#fallback.stop();
    this.#hooks.onShown("nothing");
  }

  async stop(): Promise<void> {
    this.#shown = "nothing";
    this.#fallback.stop();
    await this.finish();
    await this.#offAir.close();
  }

  #isEncoderOnAir(): boolean {
    return this.#source !== null && this.#timeline.current?.number === this.#source.number;
  }

  /** Switches viewers to the encoder's output. */
  #putOnAir({ inits, rungs }: Encoding): void {
    this.#fallback.stop();
    this.#offAir.end();
    const labels = (all: readonly { label: string }[]) => all.map(({ label }) => label).join(" ");
    // Players of a loop's rung that this encoder lacks get the nearest one.
    const kept = this.#timeline.segments.some(({ kind }) => kind === "loop")
      ? this.#timeline.rungs.filter(({ label }) => !rungs.some((one) => one.label === label))
      : [];
    const has = ({ label }: { label: string }) => this.#timeline.rungs.some((one) => one.label === label);
    const isKept = this.#keepsLadder && rungs.every(has);
    if (!isKept && labels(this.#timeline.rungs) !== labels(rungs)) this.#timeline.setRungs([...kept, ...rungs]);
    this.#source = this.#timeline.startSource({ kind: "live", inits });
    this.#hooks.onShown("live");
  }

  #take(run: number, rung: string, fragment: LiveFragment): void {
    if (run !== this.#run || this.#timeline.ended) return;
    this.#firstSeconds ??= fragment.startSeconds;
    this.rungTags.take(rung, fragment);
    // Starts at a key frame, so that every moment has a picture.
    if (this.#shown === "live" && this.#encoding && fragment.independent && !this.#isEncoderOnAir())
      this.#putOnAir(this.#encoding);
    const appended = this.#source ? this.#timeline.append(this.#source, rung, fragment) : false;
    if (this.#encoding && this.#shown !== "live" && !this.#isEncoderOnAir())
      this.#offAir.take(this.#encoding, rung, fragment);
    // A paused stream is live, too, although viewers see the slate.
    if (this.#wasLive || !(appended || this.#shown !== "live")) return;
    this.#wasLive = true;
    this.#hooks.onLive();
  }
}
