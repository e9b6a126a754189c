import type { IncomingMessage } from "node:http";
import type { Sink } from "./sinks.ts";

export interface Reception {
  body: IncomingMessage;
  /** Where the bytes go. */
  sink: Sink;
  /** The place in the file of the body's first byte. */
  position: number;
  /** Bytes the body may have; one more and it is cut off. */
  limitBytes: number;
  signal: AbortSignal;
  /** Sees every byte that is written, in order. */
  onBytes(chunk: Buffer): void;
}

export interface Received {
  /** Bytes written; in a file they are not yet forced onto the disk. */
  bytes: number;
  /** `cut` when the connection broke or the signal stopped it, `too_long` when the body went beyond its limit. */
  end: "complete" | "cut" | "too_long";
}

/**
 * Writes a request's body as it comes, in large strokes and never more than a few MiB ahead of the sink.
 * What arrived before the connection broke is written anyway.
 * @throws the sink's error when a write fails.
 */
export function receive(reception: Reception): Promise<Received> {
  const { body, signal } = reception;
  if (signal.aborted || body.destroyed) return Promise.resolve({ bytes: 0, end: "cut" });
  return new BodyWriter(reception).run();
}

/** One body on its way into its sink. */
class BodyWriter {
  readonly #reception: Reception;
  readonly #result = Promise.withResolvers<Received>();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing = false;
  #received = 0;
  #written = 0;
  #end: Received["end"] | null = null;

  constructor(reception: Reception) {
    this.#reception = reception;
  }

  run(): Promise<Received> {
    const { body, signal } = this.#reception;
    signal.addEventListener("abort", this.#onCut);
    body.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onCut).on("error", this.#onCut);
    return this.#result.promise;
  }

  readonly #onData = (chunk: Buffer): void => {
    const { body, limitBytes, onBytes, sink } = this.#reception;
    if (this.#received + chunk.length > limitBytes) return this.#stop("too_long");
    this.#received += chunk.length;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    onBytes(chunk);
    if (this.#waitingBytes >= sink.strokeBytes()) this.#write();
    if (this.#waitingBytes >= sink.pauseBytes()) body.pause();
  };

  readonly #onEnd = (): void => this.#stop("complete");

  readonly #onCut = (): void => this.#stop("cut");

  #stop(how: Received["end"]): void {
    if (this.#end) return;
    this.#end = how;
    const { body } = this.#reception;
    body.off("data", this.#onData);
    if (how !== "complete") body.pause();
    this.#write();
  }

  /** Writes what waits when it is enough for a stroke or the last, one write at a time. */
  #write(): void {
    if (this.#writing) return;
    if (this.#waiting.length === 0) {
      if (this.#end) this.#settle(null);
      return;
    }
    const { body, sink, position } = this.#reception;
    if (!this.#end && this.#waitingBytes < sink.strokeBytes()) return;
    const buffers = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writing = true;
    sink.write(buffers, position + this.#written, (failure, bytes) => {
      this.#writing = false;
      this.#written += bytes;
      buffers.forEach(giveBack);
      if (failure) {
        this.#end ??= "cut";
        return this.#settle(failure);
      }
      if (!this.#end && body.isPaused()) body.resume();
      this.#write();
    });
  }

  #settle(failure: Error | null): void {
    const { body, signal } = this.#reception;
    body.off("data", this.#onData).off("end", this.#onEnd).off("close", this.#onCut).off("error", this.#onCut);
    signal.removeEventListener("abort", this.#onCut);
    if (failure) this.#result.reject(failure);
    else this.#result.resolve({ bytes: this.#written, end: this.#end ?? "cut" });
  }
}

/**
 * Frees a chunk's memory at once. Left to the garbage collector, every 14 MiB of upload cost one pass over the whole
 * heap, half of all CPU time; and memory that is given back is still in the processor's cache for the next chunk.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // A small chunk is a piece of memory that others use too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
