import { markOfFrame } from "@kinora/media/live/picture-mark.ts";
import type { Programme } from "@kinora/media/live/programme-map.ts";
import { SpliceClock } from "@kinora/media/live/splice-clock.ts";
import type { StreamFrame } from "@kinora/media/live/stream-frames.ts";
import { TransportSplices, type TimedSplice } from "@kinora/media/live/transport-splices.ts";
import type { PublishSink } from "../rtmp/session.ts";

/** Splices that wait until their moment is known. */
const MOST_WAITING = 32;

/** Passes the splices of a transport stream on to a sink, with their moments on the clock of the frames after the demuxer. */
export class SpliceWatch {
  readonly #sink: PublishSink;
  readonly #stream: TransportSplices;
  readonly #codec: "h264" | "hevc";
  readonly #clock = new SpliceClock();
  #waiting: TimedSplice[] = [];

  private constructor(splices: NonNullable<Programme["splices"]>, codec: "h264" | "hevc", sink: PublishSink) {
    this.#sink = sink;
    this.#codec = codec;
    this.#stream = new TransportSplices(splices, codec, {
      onPicture: (picture) => this.#clock.picture(picture),
      onSplice: (splice) => {
        if (this.#waiting.push(splice) > MOST_WAITING) this.#waiting.shift();
        this.#passOn();
      },
    });
  }

  /** Null for a programme that announces no splices. */
  static of({ splices, video }: Programme, sink: PublishSink): SpliceWatch | null {
    const isReadable = video === "h264" || video === "hevc";
    return splices && isReadable && sink.splice ? new SpliceWatch(splices, video, sink) : null;
  }

  /** Bytes of the transport stream pass to the demuxer. */
  read(bytes: Buffer): void {
    this.#stream.read(bytes);
  }

  /** A frame came out of the demuxer, and the sink has it. */
  frame(frame: StreamFrame): void {
    if (frame.codec !== this.#codec) return;
    this.#clock.frame(markOfFrame(frame.data, this.#codec), frame.decodeMs + frame.compositionMs);
    if (this.#waiting.length > 0) this.#passOn();
  }

  #passOn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const splice of waiting) {
      const { pts, ...info } = splice;
      const ms = this.#clock.msOf(pts);
      if (ms === null) this.#waiting.push(splice);
      else this.#sink.splice?.(info, Math.round(ms));
    }
  }
}
