import type { Programme } from "@kinora/media/live/programmeMap.ts";
import type { openTransportStream, TransportStream } from "@kinora/media/live/transportStream.ts";
import type { Logger } from "../../platform/log.ts";
import { flvPiece } from "../rtmp/flv-pieces.ts";
import type { PublishSink } from "../rtmp/session.ts";
import { waitForDrain } from "../wait-for-drain.ts";
import type { ByteIntake } from "./connection.ts";
import { ProgrammeSearch } from "./programme-search.ts";

/** What may wait while the demuxer starts. */
const WAITING_BYTES = 2 * 1024 * 1024;
const NO_TABLES =
  "What the publisher sends over SRT is no MPEG-TS. In OBS leave the container format as it is; in ffmpeg use -f mpegts.";
const NO_PICTURE = "The publisher sends no picture. Sound alone can not be streamed.";
const OTHER_PICTURE = "Over SRT the picture must be H.264 or HEVC.";

/** Of what the demuxer says, to tell why it ended. */
const KEPT_LINES = 5;

/** What the frames that are still inside have when the publisher leaves. */
const LAST_FRAMES_MS = 1_000;

/** What an intake works with; tests bring others. */
export interface TransportPort {
  open: typeof openTransportStream;
  log: Logger;
}

/** Takes a publisher's MPEG-TS apart and hands its frames on as if they had come over RTMP. */
export class TransportIntake implements ByteIntake {
  readonly #sink: PublishSink;
  readonly #port: TransportPort;
  readonly #search = new ProgrammeSearch();
  #stream: TransportStream | null = null;
  #opening: Promise<void> | null = null;
  #reading: Promise<void> = Promise.resolve();
  #useless = false;
  #ended = false;
  #isOver = false;

  constructor(sink: PublishSink, port: TransportPort) {
    this.#sink = sink;
    this.#port = port;
  }

  write(bytes: Buffer): boolean {
    if (this.#ended || this.#useless) return true;
    const input = this.#stream?.input;
    // When the demuxer ends, `#read` fails with its reason.
    if (input) return !input.writable || input.write(bytes);
    this.#search.add(bytes);
    if (this.#opening) return this.#search.sizeBytes < WAITING_BYTES;
    const programme = this.#search.look();
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
    // Who said goodbye has its last frames taken as well.
    const isTakenWhole = clean && this.#stream !== null && !this.#useless;
    const failed = (error: unknown) => this.#port.log.warn({ err: error }, "a transport stream could not be ended");
    this.#stream?.stop(isTakenWhole ? LAST_FRAMES_MS : 0).catch(failed);
    if (isTakenWhole) this.#reading.then(() => this.#over(clean)).catch(failed);
    else this.#over(clean);
  }

  #over(clean: boolean): void {
    this.#isOver = true;
    this.#sink.end(clean);
  }

  #begin(programme: Programme): void {
    if (programme.video === null) return this.#fail(NO_PICTURE);
    if (programme.video === "other") return this.#fail(OTHER_PICTURE);
    this.#opening = this.#open(programme).catch((error: unknown) => {
      this.#port.log.error({ err: error }, "a transport stream could not be taken apart");
      this.#fail("What the publisher sends over SRT could not be read.");
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
    for (const bytes of this.#search.take()) stream.input.write(bytes);
    this.#reading = this.#read(stream, lines);
  }

  async #read(stream: TransportStream, lines: readonly string[]): Promise<void> {
    let latestMs = 0;
    try {
      for await (const piece of stream.pieces) {
        if (this.#useless || this.#isOver) continue;
        const tag = flvPiece(piece, latestMs);
        latestMs = tag.timestamp;
        if (!this.#sink.write(tag)) await this.#sink.drained();
      }
    } catch (error) {
      this.#port.log.warn({ err: error }, "a transport stream could not be followed");
    }
    await stream.stop(0);
    this.#fail(`What the publisher sends over SRT could not be read: ${lines.at(-1) ?? "it ended"}.`);
  }

  /** Whoever takes what is published closes the connection, which ends this too. */
  #fail(reason: string): void {
    if (this.#ended || this.#useless) return;
    this.#useless = true;
    this.#search.take();
    this.#sink.useless(reason);
  }
}
