import type { FrameStream } from "@kinora/media/live/frame-stream.ts";
import type { Programme } from "@kinora/media/live/programme-map.ts";
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
    const { moreAudio = 0, others } = programme;
    if (others > 0) this.#sink.leaveOut?.("programme", { count: others });
    if (moreAudio > 0) this.#sink.leaveOut?.("sound", { count: moreAudio });
    // Then a picture is not waited for as long as where nothing is known.
    if (programme.video === null)
      this.#sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", { audiocodecid: 10 }) });
    this.#opening = this.#open(programme).catch((error: unknown) => {
      this.#port.log.error({ err: error }, "demuxer not started");
      this.#fail("The publisher's media over SRT could not be read.");
    });
  }

  async #open(programme: Programme): Promise<void> {
    const lines: string[] = [];
    const stream = await this.#port.open(programme, (line) => {
      if (lines.push(line) > KEPT_LINES) lines.shift();
    });
    if (this.#ended) {
      await stream.stop(0);
      return;
    }
    this.#stream = stream;
    this.#splices = SpliceWatch.of(programme, this.#sink);
    for (const bytes of this.#search.take()) {
      this.#splices?.read(bytes);
      stream.input.write(bytes);
    }
    this.#reading = this.#read(stream, lines);
  }

  async #read(stream: FrameStream, lines: readonly string[]): Promise<void> {
    let latestMs = 0;
    try {
      for await (const piece of stream.pieces) {
        if (this.#isRejected || this.#isOver) continue;
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
