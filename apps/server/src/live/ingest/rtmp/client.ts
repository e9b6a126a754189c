import { randomBytes } from "node:crypto";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { readAmf, writeAmf, type AmfValue } from "./amf.ts";
import { ChunkReader, MESSAGE, OUT_CHUNK_BYTES, writeMessage, writeNumber } from "./chunks.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, timeOf } from "./flv-tags.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "./flv.ts";
import type { MediaTag } from "./session.ts";

/** Why publishing to a server failed, as a sentence for users; never contains the key. */
export class RestreamProblem extends Error {
  /** What the server said, where it refused. */
  readonly answer: { code: string; description: string } | null;

  constructor(message: string, answer: { code: string; description: string } | null = null) {
    super(message);
    this.answer = answer;
  }
}

/** A connection that publishes to another server. */
export interface RtmpPublication {
  /** Sends a whole FLV tag; false when the server reads too slowly and the connection was closed. */
  send(tag: Buffer): boolean;
  /** Sends a tag that is not written as FLV; false: hold back until `drained` resolves. */
  write(tag: MediaTag): boolean;
  /** Resolves when the server has read on, or the connection ended. */
  drained(): Promise<void>;
  /** Bytes that have left this process. */
  readonly sentBytes: number;
  /** Resolves with the reason when the connection ends; with null when it was closed here. */
  readonly ended: Promise<RestreamProblem | null>;
  close(): void;
}

const HANDSHAKE_BYTES = 1536;
const INTRODUCTION_MS = 12_000;
/** Most bytes buffered for a slow server. */
const BEHIND_BYTES = 8 * 1024 * 1024;
const PROGRAM = "FMLE/3.0 (compatible; Kinora)";
const CHUNK_STREAMS = new Map([
  [FLV_AUDIO, 4],
  [FLV_SCRIPT, 5],
  [FLV_VIDEO, 6],
]);
const RELEASE_STREAM = 2;
const PUBLISH_COMING = 3;
const CREATE_STREAM = 4;
/** Commands that servers answer with an error when they do not know them, and admit the publisher nevertheless. */
const MAY_FAIL = new Set<unknown>([RELEASE_STREAM, PUBLISH_COMING]);
/** Events of a user control message: its other four bytes are a moment, which the answer repeats. */
const PING = 6;
const PONG = 7;
const CLOSED = "The server closed the connection.";

/**
 * Connects over RTMP to `address`, a checked IP address of the URL's host, and resolves once the server lets it publish.
 * @throws RestreamProblem
 */
export async function publishTo(url: URL, address: string, key: string): Promise<RtmpPublication> {
  const isSecure = url.protocol === "rtmps:";
  const port = Number(url.port) || (isSecure ? 443 : 1935);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const socket: Socket = isSecure
    ? connectSecurely({ host: address, port, servername: host })
    : connectPlain({ host: address, port });
  return started(socket, { url, key, program: PROGRAM, greetsOn: isSecure ? "secureConnect" : "connect" });
}

/**
 * Publishes on an open connection to another live host, and resolves once that lets it publish.
 * @param program the name of the publisher's program.
 * @throws RestreamProblem
 */
export const publishOver = (
  socket: Socket,
  { url, key, program }: { url: URL; key: string; program: string | null },
): Promise<RtmpPublication> => started(socket, { url, key, program: program ?? PROGRAM, greetsOn: null });

interface PublicationTarget {
  url: URL;
  key: string;
  program: string;
  /** The event of the socket after which it may be written to; null for now. */
  greetsOn: "connect" | "secureConnect" | null;
}

function started(socket: Socket, target: PublicationTarget): Promise<RtmpPublication> {
  return new Promise((resolve, reject) => {
    const publication = new Publication(socket, target, () => resolve(publication));
    publication.ended.then((problem) => reject(problem ?? new RestreamProblem("The connection was closed.")), reject);
    publication.begin();
  });
}

class Publication implements RtmpPublication {
  readonly ended: Promise<RestreamProblem | null>;
  readonly #socket: Socket;
  readonly #target: PublicationTarget;
  readonly #onStart: () => void;
  readonly #chunks = new ChunkReader();
  #settle: (problem: RestreamProblem | null) => void = () => undefined;
  #greeting: Buffer | null = Buffer.alloc(0);
  #streamId = 1;
  #hasStarted = false;
  #introduction: NodeJS.Timeout | undefined;

  constructor(socket: Socket, target: PublicationTarget, onStart: () => void) {
    this.#socket = socket;
    this.#target = target;
    this.#onStart = onStart;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  begin(): void {
    const socket = this.#socket;
    this.#introduction = setTimeout(() => this.#fail("The server did not answer in time."), INTRODUCTION_MS);
    socket.setNoDelay(true);
    // A server that closes with data in flight causes a reset, which means the same to users.
    socket.on("error", (error) =>
      this.#fail(this.#hasStarted ? CLOSED : `The server cannot be reached: ${codeOf(error)}.`),
    );
    socket.on("close", () => this.#fail(CLOSED));
    socket.on("data", (bytes: Buffer) => {
      try {
        this.#take(bytes);
      } catch {
        this.#fail("The server does not speak RTMP.");
      }
    });
    const greet = () =>
      socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]));
    if (this.#target.greetsOn === null) greet();
    else socket.once(this.#target.greetsOn, greet);
  }

  send(tag: Buffer): boolean {
    const type = tag.readUInt8(0);
    this.#send(type, timeOf(tag), tag.subarray(TAG_HEAD_BYTES, tag.length - TAG_TAIL_BYTES));
    if (this.#socket.writableLength <= BEHIND_BYTES) return true;
    this.#fail("The server reads slower than the stream's bitrate.");
    return false;
  }

  write({ type, timestamp, body }: MediaTag): boolean {
    return this.#send(type, timestamp, body);
  }

  async drained(): Promise<void> {
    const socket = this.#socket;
    if (!socket.writableNeedDrain || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off("drain", done);
        socket.off("close", done);
        resolve();
      };
      socket.once("drain", done);
      socket.once("close", done);
    });
  }

  #send(type: number, timestamp: number, body: Buffer): boolean {
    const payload = type === FLV_SCRIPT ? Buffer.concat([writeAmf("@setDataFrame"), body]) : body;
    const chunkStream = CHUNK_STREAMS.get(type) ?? 6;
    return this.#socket.write(writeMessage(type, payload, { streamId: this.#streamId, chunkStream, timestamp }));
  }

  get sentBytes(): number {
    // Buffered bytes count as written.
    return this.#socket.bytesWritten - this.#socket.writableLength;
  }

  close(): void {
    this.#end(null);
  }

  #fail(message: string, answer: RestreamProblem["answer"] = null): void {
    this.#end(new RestreamProblem(message.replaceAll(this.#target.key, "…"), answer));
  }

  #end(problem: RestreamProblem | null): void {
    clearTimeout(this.#introduction);
    this.#settle(problem);
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#greeting === null) return this.#read(bytes);
    const all = Buffer.concat([this.#greeting, bytes]);
    const whole = 1 + 2 * HANDSHAKE_BYTES;
    if (all.readUInt8(0) !== 3) return this.#fail("The server does not speak RTMP.");
    this.#greeting = all;
    if (all.length < whole) return;
    this.#greeting = null;
    const { url, program } = this.#target;
    const { pathname, search, protocol, host } = url;
    // Some servers want a token after the application.
    const app = pathname.replace(/^\/+|\/+$/g, "") + search;
    const hello = { app, type: "nonprivate", flashVer: program, tcUrl: `${protocol}//${host}/${app}` };
    this.#socket.write(all.subarray(1, 1 + HANDSHAKE_BYTES));
    this.#socket.write(writeNumber(MESSAGE.setChunkSize, OUT_CHUNK_BYTES));
    this.#command(0, "connect", 1, hello);
    if (all.length > whole) this.#read(all.subarray(whole));
  }

  #read(bytes: Buffer): void {
    for (const { type, payload } of this.#chunks.take(bytes)) {
      if (type === MESSAGE.commandAmf0) this.#answer(readAmf(payload));
      else if (type === MESSAGE.commandAmf3) this.#answer(readAmf(payload.subarray(1)));
      else if (type === MESSAGE.userControl) this.#answerPing(payload);
    }
  }

  /** Servers close the connection of who does not answer (RTMP specification 1.0, §7.1.7). */
  #answerPing(payload: Buffer): void {
    if (payload.length < 6 || payload.readUInt16BE(0) !== PING) return;
    const answer = Buffer.from(payload.subarray(0, 6));
    answer.writeUInt16BE(PONG, 0);
    this.#socket.write(writeMessage(MESSAGE.userControl, answer, { chunkStream: 2 }));
  }

  #answer([name, transaction, , argument]: AmfValue[]): void {
    const status = typeof argument === "object" && argument !== null && !Array.isArray(argument) ? argument : {};
    const reason = typeof status["description"] === "string" ? status["description"].slice(0, 200) : "";
    if (name === "_error" && MAY_FAIL.has(transaction)) return;
    if (name === "_error" || (name === "onStatus" && status["level"] === "error")) {
      const code = typeof status["code"] === "string" ? status["code"] : "";
      const words = reason.replace(/[.\s]+$/, "") || "no reason given";
      return this.#fail(`The server refuses: ${words}.`, { code, description: reason });
    }
    if (name === "_result" && transaction === 1) {
      this.#command(0, "releaseStream", RELEASE_STREAM, null, this.#target.key);
      this.#command(0, "FCPublish", PUBLISH_COMING, null, this.#target.key);
      this.#command(0, "createStream", CREATE_STREAM, null);
    } else if (name === "_result" && transaction === CREATE_STREAM) {
      this.#streamId = typeof argument === "number" ? argument : 1;
      this.#command(this.#streamId, "publish", 5, null, this.#target.key, "live");
    } else if (name === "onStatus" && status["code"] === "NetStream.Publish.Start") {
      clearTimeout(this.#introduction);
      this.#hasStarted = true;
      this.#onStart();
    }
  }

  #command(streamId: number, ...values: AmfValue[]): void {
    this.#socket.write(writeMessage(MESSAGE.commandAmf0, writeAmf(...values), { streamId }));
  }
}

const codeOf = (error: Error) =>
  "code" in error && typeof error.code === "string" ? error.code : "it does not answer";
