import type { Socket } from "node:net";
import { readAmf, writeAmf, type AmfValue } from "./amf.ts";
import { ChunkReader, MESSAGE, OUT_CHUNK_BYTES, writeMessage, writeNumber } from "./chunks.ts";

const HANDSHAKE_BYTES = 1536;

/** An RTMP client for tests that sends exactly the given messages. */
export class TestEncoder {
  readonly socket: Socket;
  /** Resolves when the connection is closed. */
  readonly gone: Promise<void>;
  /** Received commands, such as `onStatus`, with their arguments. */
  readonly answers: AmfValue[][] = [];
  readonly #chunks = new ChunkReader();
  #toSkip = 1 + 2 * HANDSHAKE_BYTES;
  #notify: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    this.gone = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  /** Sends the handshake and connects to an app. */
  connect(app = "live"): void {
    this.socket.write(
      Buffer.concat([Buffer.from([3]), Buffer.alloc(HANDSHAKE_BYTES, 1), Buffer.alloc(HANDSHAKE_BYTES, 2)]),
    );
    this.socket.write(writeNumber(MESSAGE.setChunkSize, OUT_CHUNK_BYTES));
    this.command(0, "connect", 1, { app, type: "nonprivate", flashVer: "a test" });
  }

  /** Sends the publish command with a key. */
  publish(key: string): void {
    this.connect();
    this.command(0, "createStream", 4, null);
    this.command(1, "publish", 5, null, key, "live");
  }

  command(streamId: number, ...values: AmfValue[]): void {
    this.socket.write(writeMessage(MESSAGE.commandAmf0, writeAmf(...values), { streamId }));
  }

  /** Sends a media message. */
  media(type: number, payload: Buffer, timestamp = 0): void {
    this.socket.write(
      writeMessage(type, payload, { streamId: 1, chunkStream: type === MESSAGE.audio ? 4 : 6, timestamp }),
    );
  }

  /** The code and the description of the next `onStatus`. */
  async status(): Promise<[code: AmfValue, description: AmfValue]> {
    for (;;) {
      const at = this.answers.findIndex(([name]) => name === "onStatus");
      const [answer] = at < 0 ? [] : this.answers.splice(at, 1);
      const status = answer?.[3];
      if (typeof status === "object" && status !== null && !Array.isArray(status))
        return [status["code"], status["description"]];
      await new Promise<void>((resolve) => (this.#notify = resolve));
    }
  }

  #take(bytes: Buffer): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    for (const { type, payload } of this.#chunks.take(bytes.subarray(skipped)))
      if (type === MESSAGE.commandAmf0) this.answers.push(readAmf(payload));
    this.#notify();
  }
}
