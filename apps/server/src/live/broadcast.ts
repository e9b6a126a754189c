import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { StreamFacts } from "@kinora/domain/streams.ts";
import type { LiveFragment } from "@kinora/media/live/fragmentReader.ts";
import type { LiveEncodePlan } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { TimelineSource } from "@kinora/media/live/timelineSource.ts";
import type { Services } from "../context.ts";
import type { Logger } from "../platform/log.ts";
import type { ClippedStream } from "./clip-cut.ts";
import { EncoderPace, type Pace } from "./encoder-pace.ts";
import type { Encoding, RunningEncoder, StartEncoding } from "./encoding.ts";
import type { LiveFiles } from "./live-files.ts";
import { programmeKey } from "./loop-programme.ts";
import type { Publisher } from "./publisher.ts";
import { RungTags } from "./rung-tags.ts";
import type { LiveStream } from "./session-records.ts";
import { StandIns } from "./stand-ins.ts";
import { Unseen } from "./unseen.ts";
import { wantedOnAir } from "./wanted-on-air.ts";

export interface BroadcastHooks {
  /** Viewers see this from now on. */
  onShown(source: OnAirSource): void;
  /** A publisher's picture is on the timeline for the first time. */
  onLive(): void;
  /** The encoder could not begin or ended by itself. */
  onFailure(reason: string): void;
  /** The encoder is too far behind to catch up, told once in a run, or has had time to spare for as long as was asked. */
  onPace(run: number, pace: Pace): void;
}

/** How encoders are started, and the clock their pace is measured by (milliseconds). */
export interface EncoderPort {
  start: StartEncoding;
  now(): number;
}

const LAST_LINES = 5;

/** Puts one source at a time on a stream's timeline: what the publisher sends, encoded, or the slate. */
export class Broadcast {
  /** What is encoded, for servers it is sent on to. */
  readonly rungTags: RungTags;
  readonly #log: Logger;
  readonly #timeline: LiveTimeline;
  readonly #hooks: BroadcastHooks;
  readonly #standIns: StandIns;
  readonly #unseen: Unseen;
  readonly #files: LiveFiles;
  readonly #port: EncoderPort;
  #shown: OnAirSource = "nothing";
  /** A loop that turned out to have nothing that plays. */
  #emptyLoop: string | null = null;
  #again: () => void = () => undefined;
  #plan: LiveEncodePlan | null = null;
  #encoding: Encoding | null = null;
  #encoder: RunningEncoder | null = null;
  #source: TimelineSource | null = null;
  #wasLive = false;
  #keepsLadder = false;
  #running: Promise<void> = Promise.resolve();
  /** Goes up when another encoder begins, so that the last one's end is no failure. */
  #run = 0;

  constructor(services: Services, timeline: LiveTimeline, files: LiveFiles, hooks: BroadcastHooks, port: EncoderPort) {
    this.#port = port;
    this.#log = services.log;
    this.rungTags = new RungTags((error) => this.#log.warn({ err: error }, "a rung could not be sent on"));
    this.#timeline = timeline;
    this.#hooks = hooks;
    this.#files = files;
    this.#unseen = new Unseen(services, files.folder, timeline.shape);
    this.#standIns = new StandIns(services, timeline, files, {
      onShown: (source) => hooks.onShown(source),
      onEmptyLoop: (key) => {
        this.#emptyLoop = key;
        this.#again();
      },
    });
  }

  /** Whether this run of the encoder is the one that goes on. */
  runs(run: number): boolean {
    return run === this.#run;
  }

  /** Whether anything is or is about to be on air. */
  get shows(): boolean {
    return this.#shown !== "nothing";
  }

  /** Media seconds encoded in a second; null until known. */
  get speed(): number | null {
    return this.#encoding?.speed() ?? null;
  }

  /** What a clip is cut out of: what viewers saw and, while they see something else, what is received. */
  get clipped(): ClippedStream {
    return this.#unseen.behind({ timeline: this.#timeline, files: this.#files });
  }

  /**
   * Begins to encode what a publisher sends; an encoder that runs is ended first. With `keepsLadder` the rungs of before go on for
   * those who watch them: what is encoded stands in. Time to spare is told of after `patienceSeconds`.
   */
  async begin(
    publisher: Publisher,
    plan: LiveEncodePlan,
    patienceSeconds: number | null,
    { keepsLadder = false } = {},
  ): Promise<void> {
    await this.finish();
    const run = ++this.#run;
    this.#plan = plan;
    this.#keepsLadder = keepsLadder;
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
    const pace = new EncoderPace(patienceSeconds);
    let isBehind = false;
    const onProgress = (mediaSeconds: number) => {
      const look = { atMs: this.#port.now(), mediaSeconds, heldBackMs: publisher.heldBackMs };
      const told = run === this.#run && !isBehind ? pace.look(look) : null;
      isBehind ||= told === "behind";
      if (told) this.#hooks.onPace(run, told);
    };
    this.#running = this.#port
      .start(
        plan,
        (encoder) => {
          this.#encoder = encoder;
          publisher.sendTo(encoder.input);
        },
        { onLine, onProgress },
      )
      .then(async (encoding) => {
        if (!encoding) return fail();
        if (run === this.#run) {
          this.#encoding = encoding;
          this.rungTags.begin(encoding);
        }
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
    this.#unseen.finish();
  }

  /** Shows viewers what they are to see now; the same again changes nothing. What was shown stays until the new picture is there. */
  follow(stream: LiveStream, ingest: StreamFacts["ingest"]): void {
    this.#again = () => this.follow(stream, ingest);
    if (ingest === "none") this.#unseen.end();
    const canLoop = stream.loop_key !== null && programmeKey(stream) !== this.#emptyLoop;
    this.#show(wantedOnAir(stream, ingest, canLoop), stream);
  }

  #show(shown: OnAirSource, stream: LiveStream): void {
    const before = this.#shown;
    this.#shown = shown;
    if (shown === "slate" || shown === "loop") return this.#standIns.show(shown, stream, this.#plan);
    if (shown !== "nothing" || before === "nothing") return;
    this.#standIns.stop();
    this.#hooks.onShown("nothing");
  }

  async stop(): Promise<void> {
    this.#shown = "nothing";
    this.#standIns.stop();
    await this.finish();
    await this.#unseen.close();
  }

  #isOnAir(): boolean {
    return this.#source !== null && this.#timeline.current?.number === this.#source.number;
  }

  /** From here viewers see what the encoder writes. */
  #putOnAir({ inits, rungs }: Encoding): void {
    this.#standIns.stop();
    this.#unseen.end();
    const labels = (all: readonly { label: string }[]) => all.map(({ label }) => label).join(" ");
    // Who watched the loop on a rung this encoder has not gets the nearest.
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
    this.rungTags.take(rung, fragment);
    // Begun at a key frame, so that no moment is without a picture.
    if (this.#shown === "live" && this.#encoding && fragment.independent && !this.#isOnAir())
      this.#putOnAir(this.#encoding);
    const appended = this.#source ? this.#timeline.append(this.#source, rung, fragment) : false;
    if (this.#encoding && this.#shown !== "live" && !this.#isOnAir()) this.#unseen.take(this.#encoding, rung, fragment);
    // A paused stream is live all the same: it only does not show.
    if (this.#wasLive || !(appended || this.#shown !== "live")) return;
    this.#wasLive = true;
    this.#hooks.onLive();
  }
}
