import type { FrameStream } from "@kinora/media/live/frame-stream.ts";
import { pidsWithFrames, type Programme, type ProgrammeSound } from "@kinora/media/live/programme-map.ts";
import type { StreamConfig, StreamFrame } from "@kinora/media/live/stream-frames.ts";
import type { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import type { Logger } from "../../../platform/log.ts";
import { waitForDrain } from "../backpressure.ts";
import { writeAmf } from "../rtmp/amf.ts";
import { flvPiece } from "../rtmp/flv-pieces.ts";
import { FLV_SCRIPT } from "../rtmp/flv.ts";
import type { PublishSink } from "../rtmp/session.ts";
import type { ByteIntake } from "./connection.ts";
import { ProgrammeSearch } from "./programme-search.ts";
import { SpliceWatch } from "./splice-watch.ts";

/** Most bytes buffered while the demuxer starts. */
const WAITING_BYTES = 2 * 1024 * 1024;
const NO_TABLES =
  "The publisher's media over SRT is not MPEG-TS. In OBS keep the default container format; in ffmpeg use -f mpegts.";
const NOTHING = "The publisher sends neither video nor audio.";
const OTHER_CODEC = "Over SRT the video codec must be H.264 or HEVC.";

/** Tracks of sound that are taken. */
const SOUNDS_MAX = 8;
/** How long a demuxer may wait for the first packets of all of them, and after that for a key frame beside them. */
const SOUND_PATIENCE_MS = 3_000;
const PICTURE_PATIENCE_MS = 9_000;

/** Last lines of the demuxer's output, for the reason of its exit. */
const KEPT_LINES = 5;

/** Time the demuxer has for its last frames after a clean end. */
const LAST_FRAMES_MS = 1_000;

/** What an intake depends on; tests replace parts of it. */
export interface TransportPort {
  open: typeof openTransportStream;
  log: Logger;
}

/** Demuxes a publisher's MPEG-TS and passes its frames on in the form of RTMP. */
export class TransportIntake implements ByteIntake {
  readonly #sink: PublishSink;
  readonly #port: TransportPort;
  readonly #search = new ProgrammeSearch();
  #stream: FrameStream | null = null;
  #splices: SpliceWatch | null = null;
  #opening: Promise<void> | null = null;
  #reading: Promise<void> = Promise.resolve();
  #isRejected = false;
  #ended = false;
  #isOver = false;
  /** A demuxer of several sounds has not written anything. */
  #isAwaited = false;
  /** What it was given, while it may have to be read again. */
  #beginning: Buffer[] | null = null;
  /** BCP 47 of the sounds it takes, the media's first; empty for one. */
  #languages: readonly (string | null)[] = [];
  #patience: NodeJS.Timeout | undefined;
  /** The track ids of the sounds, the media's first. */
  #sounds: number[] = [];

  constructor(sink: PublishSink, port: TransportPort) {
    this.#sink = sink;
    this.#port = port;
  }

  write(bytes: Buffer): boolean {
    if (this.#ended || this.#isRejected) return true;
    const input = this.#stream?.input;
    // When the demuxer exits, `#read` reports the reason.
    if (input) {
      this.#splices?.read(bytes);
      this.#beginning?.push(Buffer.from(bytes));
      return !input.writable || input.write(bytes);
    }
    this.#search.add(bytes);
    if (this.#opening) return this.#search.sizeBytes < WAITING_BYTES;
    const programme = this.#search.search();
    if (programme) this.#begin(programme);
    else if (this.#search.isOver) this.#fail(NO_TABLES);
    return true;
  }

  async drained(): Promise<void> {
    await this.#opening;
    if (this.#stream) await waitForDrain(this.#stream.input);
  }

  end(clean: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#patience);
    this.#search.take();
    // After a clean end the demuxer's last frames are read, too.
    const isDrained = clean && this.#stream !== null && !this.#isRejected;
    const failed = (error: unknown) => this.#port.log.warn({ err: error }, "demuxer not stopped");
    this.#stream?.stop(isDrained ? LAST_FRAMES_MS : 0).catch(failed);
    if (isDrained) this.#reading.then(() => this.#finish(clean)).catch(failed);
    else this.#finish(clean);
  }

  #finish(clean: boolean): void {
    this.#isOver = true;
    this.#sink.end(clean);
  }

  #begin(programme: Programme): void {
    if (programme.video === null && programme.audio === null) return this.#fail(NOTHING);
    if (programme.video === "other") return this.#fail(OTHER_CODEC);
    const { sounds = [], others } = programme;
    if (others > 0) this.#sink.leaveOut?.("programme", { count: others });
    const taken = sounds.slice(0, SOUNDS_MAX);
    if (sounds.length > taken.length) this.#sink.leaveOut?.("sound", { count: sounds.length - taken.length });
    // Then a picture is not waited for as long as where nothing is known.
    if (programme.video === null)
      this.#sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", { audiocodecid: 10 }) });
    this.#splices = SpliceWatch.of(programme, this.#sink);
    this.#opening = this.#open(programme, taken.length > 1 ? taken : null).catch((error: unknown) => {
      this.#port.log.error({ err: error }, "demuxer not started");
      this.#fail("The publisher's media over SRT could not be read.");
    });
  }

  /** @param sounds the tracks that are taken; null for the first */
  async #open(programme: Programme, sounds: readonly ProgrammeSound[] | null): Promise<void> {
    const lines: string[] = [];
    const onLine = (line: string) => {
      if (lines.push(line) > KEPT_LINES) lines.shift();
    };
    const stream = await this.#port.open(programme, onLine, sounds);
    if (this.#ended) {
      await stream.stop(0);
      return;
    }
    this.#stream = stream;
    const begun = this.#search.take();
    for (const bytes of begun) this.#splices?.read(bytes);
    const beginning = [...(this.#beginning ?? []), ...begun];
    for (const bytes of beginning) stream.input.write(bytes);
    this.#isAwaited = sounds !== null && sounds.length > 1;
    this.#languages = this.#isAwaited ? (sounds ?? []).map(({ language }) => language) : [];
    this.#beginning = this.#isAwaited ? beginning : null;
    if (sounds && this.#isAwaited)
      this.#patience = setTimeout(() => this.#dropUnsent(programme, stream, sounds), SOUND_PATIENCE_MS);
    this.#reading = this.#read(stream, lines, programme);
  }

  /** A sound that is announced and not sent would keep the demuxer waiting for it: the others are taken without it. */
  #dropUnsent(programme: Programme, stream: FrameStream, sounds: readonly ProgrammeSound[]): void {
    if (this.#stream !== stream) return;
    const pids = pidsWithFrames(Buffer.concat(this.#beginning ?? []));
    const sent = sounds.filter(({ pid }) => pids.has(pid));
    if (sent.length < sounds.length) return this.#openAgain(programme, stream, sent.length > 0 ? sent : null);
    // All of them come: what the demuxer waits for is a key frame.
    this.#beginning = null;
    this.#patience = setTimeout(() => this.#openAgain(programme, stream, null), PICTURE_PATIENCE_MS);
  }

  /** Reads the media again, with other sounds, where nothing came of it so far. */
  #openAgain(programme: Programme, before: FrameStream, sounds: readonly ProgrammeSound[] | null): void {
    if (!this.#isAwaited || this.#stream !== before || this.#ended) return;
    clearTimeout(this.#patience);
    this.#stream = null;
    this.#opening = Promise.all([this.#open(programme, sounds), before.stop(0)]).then(
      () => undefined,
      (error: unknown) => {
        this.#port.log.error({ err: error }, "demuxer not started");
        this.#fail("The publisher's media over SRT could not be read.");
      },
    );
  }

  /** The first pieces of a demuxer are here: what it was given is not needed again. */
  #hasBegun(): void {
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    this.#beginning = null;
    clearTimeout(this.#patience);
    if (this.#sink.sounds) this.#sink.sounds.languages = this.#languages;
  }

  /** Whether a piece is of a further track of sound, which goes beside the media; the first one that is described is the media's. */
  #isFurther(piece: StreamConfig | StreamFrame): boolean {
    const { codec, trackId } = piece;
    if (codec !== "aac" || trackId === undefined) return false;
    if (!this.#sounds.includes(trackId)) this.#sounds.push(trackId);
    const track = this.#sounds.indexOf(trackId);
    if (track > 0 && piece.kind === "frame")
      this.#sink.sounds?.take(track, Math.max(0, Math.round(piece.decodeMs)), piece.data);
    return track > 0;
  }

  async #read(stream: FrameStream, lines: readonly string[], programme: Programme): Promise<void> {
    let latestMs = 0;
    this.#sounds = [];
    try {
      for await (const piece of stream.pieces) {
        if (this.#isRejected || this.#isOver || stream !== this.#stream) continue;
        this.#hasBegun();
        if (this.#isFurther(piece)) continue;
        const tag = flvPiece(piece, latestMs);
        latestMs = tag.timestamp;
        const goesOn = this.#sink.write(tag);
        if (piece.kind === "frame") this.#splices?.frame(piece);
        if (!goesOn) await this.#sink.drained();
      }
    } catch (error) {
      this.#port.log.warn({ err: error }, "demuxing failed");
    }
    await stream.stop(0);
    if (this.#isAwaited) return this.#openAgain(programme, stream, null);
    if (stream !== this.#stream) return;
    this.#fail(`The publisher's media over SRT could not be read: ${lines.at(-1) ?? "the demuxer exited"}.`);
  }

  /** Rejects the media; the sink closes the connection, which ends the intake. */
  #fail(reason: string): void {
    if (this.#ended || this.#isRejected) return;
    this.#isRejected = true;
    this.#search.take();
    this.#sink.reject(reason);
  }
}
