import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { AmfError, readAmf, writeAmf, type AmfObject, type AmfValue } from "./amf.ts";
import {
  ChunkReader,
  MESSAGE,
  OUT_CHUNK_BYTES,
  ProtocolError,
  writeMessage,
  writeNumber,
  type RtmpMessage,
} from "./chunks.ts";
import { ENHANCED_VIDEO } from "./enhanced.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "./flv.ts";
import { programName } from "./metadata.ts";
import { readInTurns } from "./read-turns.ts";

/** A piece of what a publisher sends, as FLV names it. */
export interface MediaTag {
  type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT;
  timestamp: number;
  /** There until whoever was given it answers: what is kept of it is copied. */
  body: Buffer;
}

/** Takes a publisher's media once it was admitted. */
export interface PublishSink {
  /** False: hold back until `drained` resolves. */
  write(tag: MediaTag): boolean;
  drained(): Promise<void>;
  /** Nothing can be made of what comes; the sentence says why. The connection is closed soon after. */
  useless(reason: string): void;
  /** The publisher is gone; `clean` when it said goodbye. */
  end(clean: boolean): void;
}

/** Who wants to publish. */
export interface PublishRequest {
  key: string;
  /** What the program calls itself. */
  encoder: string | null;
  clientIp: string;
  /** Closes the connection, whatever it is doing; a reason is said to the program first. */
  close(reason?: string): void;
}

/** A publisher with a good key that cannot be taken now; the sentence is what its program is told. */
export interface PublishRefused {
  refused: string;
}

/** Decides whether somebody may publish, before any media is read; null is no. */
export type Admit = (request: PublishRequest) => Promise<PublishSink | PublishRefused | null>;

const HANDSHAKE_BYTES = 1536;
const APP = "live";
/** Pictures that may be named by four letters (Enhanced RTMP). */
const FOUR_CCS = ["avc1", ...Object.keys(ENHANCED_VIDEO)];
const KEY_MAX = 200;
/** From the first byte to being admitted. */
const INTRODUCTION_MS = 5_000;
/** Silence of somebody who publishes. */
const SILENCE_MS = 20_000;
const ACKNOWLEDGE_BYTES = 1_048_576;
const WINDOW_BYTES = 5_000_000;
const PUBLISH_STREAM = 1;
/** What an answer has before it is cut off. */
const GOODBYE_MS = 500;

/**
 * One connection of a publisher: handshake, connect, createStream, publish, media (RTMP specification 1.0, §5.2, §7.2).
 * Nothing is read while the key is looked up. Whatever makes no sense ends it.
 */
export function serveRtmp(socket: Socket, admit: Admit): void {
  new RtmpSession(socket, admit).begin();
}

class RtmpSession {
  readonly #socket: Socket;
  readonly #admit: Admit;
  readonly #chunks = new ChunkReader();
  readonly #clientIp: string;
  #handshake: Buffer | null = Buffer.alloc(0);
  #greeted = false;
  #encoder: string | null = null;
  #connected = false;
  #sink: PublishSink | null = null;
  #asked = false;
  #ended = false;
  #received = 0;
  #acknowledged = 0;
  #introduction: NodeJS.Timeout | undefined;
  /** What has to be waited for before more is taken, such as the key that is looked up. */
  #busy: Promise<void> | null = null;

  constructor(accepted: Socket, admit: Admit) {
    this.#admit = admit;
    this.#clientIp = accepted.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    this.#socket = readInTurns(accepted, {
      onBytes: (bytes) => this.#onBytes(bytes),
      isInTurns: () => this.#sink !== null,
    });
  }

  begin(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    this.#introduction = setTimeout(() => socket.destroy(), INTRODUCTION_MS);
    socket.on("timeout", () => socket.destroy());
    // A reset connection says nothing more than its close does.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#end(false));
  }

  #onBytes(bytes: Buffer): void {
    try {
      const [before, taken] = [this.#busy, this.#busy ? Buffer.from(bytes) : bytes];
      const busy = before ? before.then(() => this.#take(taken) ?? undefined) : this.#take(taken);
      if (busy) this.#waitFor(busy);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Nothing is read until then. */
  #waitFor(busy: Promise<void>): void {
    const socket = this.#socket;
    socket.pause();
    this.#busy = busy;
    busy.then(
      () => {
        if (this.#busy !== busy) return;
        this.#busy = null;
        socket.resume();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    const expected = error instanceof ProtocolError || error instanceof AmfError || error instanceof RangeError;
    this.#socket.destroy(expected || !(error instanceof Error) ? undefined : error);
  }

  #end(clean: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#introduction);
    this.#sink?.end(clean);
    this.#sink = null;
  }

  /** Takes bytes as they come; null, or what has to be waited for before the next. */
  #take(bytes: Buffer): Promise<void> | null {
    if (this.#ended) return null;
    this.#received += bytes.length;
    if (this.#received - this.#acknowledged >= ACKNOWLEDGE_BYTES) {
      this.#acknowledged = this.#received;
      this.#socket.write(writeNumber(MESSAGE.acknowledgement, this.#received >>> 0));
    }
    const rest = this.#handshake === null ? bytes : this.#shakeHands(bytes);
    this.#chunks.feed(rest);
    return this.#handleAll();
  }

  /** Media is taken at once; what takes its time holds back those after it. */
  #handleAll(): Promise<void> | null {
    for (let message = this.#chunks.next(); message && !this.#ended; message = this.#chunks.next()) {
      const busy = this.#handle(message);
      if (!busy) continue;
      this.#chunks.keep();
      return busy.then(() => this.#handleAll() ?? undefined);
    }
    return null;
  }

  /** C0 and C1, then C2 (§5.2); answers the bytes after it. */
  #shakeHands(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#handshake ?? Buffer.alloc(0), bytes]);
    if (all.length > 0 && all.readUInt8(0) !== 3) throw new ProtocolError("This is not RTMP.");
    if (!this.#greeted && all.length >= 1 + HANDSHAKE_BYTES) {
      this.#greeted = true;
      const own = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]);
      this.#socket.write(Buffer.concat([Buffer.from([3]), own, all.subarray(1, 1 + HANDSHAKE_BYTES)]));
    }
    const whole = 1 + 2 * HANDSHAKE_BYTES;
    if (all.length < whole) {
      this.#handshake = all;
      return Buffer.alloc(0);
    }
    this.#handshake = null;
    return all.subarray(whole);
  }

  #handle({ type, timestamp, payload }: RtmpMessage): Promise<void> | null {
    if (type === MESSAGE.commandAmf0) return this.#command(readAmf(payload));
    if (type === MESSAGE.commandAmf3) return this.#command(readAmf(payload.subarray(1)));
    if (!this.#sink) return null;
    if (type === MESSAGE.audio) return this.#media({ type: FLV_AUDIO, timestamp, body: payload });
    if (type === MESSAGE.video) return this.#media({ type: FLV_VIDEO, timestamp, body: payload });
    if (type !== MESSAGE.dataAmf0) return null;
    return this.#media({ type: FLV_SCRIPT, timestamp, body: withoutCommand(payload) });
  }

  #media(tag: MediaTag): Promise<void> | null {
    return tag.body.length > 0 && this.#sink && !this.#sink.write(tag) ? this.#sink.drained() : null;
  }

  async #command([name, transaction, object, argument]: AmfValue[]): Promise<void> {
    const number = typeof transaction === "number" ? transaction : 0;
    if (name === "connect") return this.#connect(number, asObject(object));
    if (!this.#connected) throw new ProtocolError("A command comes before connect.");
    if (name === "createStream") return this.#send("_result", number, null, PUBLISH_STREAM);
    if (name === "publish") return this.#publish(typeof argument === "string" ? argument : "");
    if (name === "FCUnpublish" || name === "deleteStream" || name === "closeStream") {
      this.#end(true);
      this.#socket.end();
    }
    // releaseStream, FCPublish and the like ask for nothing that has to be answered.
  }

  #connect(transaction: number, options: AmfObject): void {
    const app = typeof options["app"] === "string" ? options["app"].split("?", 1)[0]?.replace(/\/+$/, "") : "";
    if (app !== APP) {
      this.#refuse("_error", transaction, "NetConnection.Connect.Rejected", `The server's address ends in /${APP}.`);
      return;
    }
    this.#connected = true;
    this.#encoder = programName(options["flashVer"]);
    this.#socket.write(
      Buffer.concat([
        writeNumber(MESSAGE.windowSize, WINDOW_BYTES),
        writeNumber(MESSAGE.peerBandwidth, WINDOW_BYTES, [2]),
        writeNumber(MESSAGE.setChunkSize, OUT_CHUNK_BYTES),
      ]),
    );
    this.#send(
      "_result",
      transaction,
      { fmsVer: "FMS/3,0,1,123", capabilities: 31, fourCcList: FOUR_CCS },
      {
        level: "status",
        code: "NetConnection.Connect.Success",
        description: "Connected.",
        objectEncoding: 0,
      },
    );
  }

  async #publish(name: string): Promise<void> {
    if (this.#asked) throw new ProtocolError("A connection publishes once.");
    this.#asked = true;
    // Some programs put what they want to say into the name's query.
    const key = name.split("?", 1)[0]?.slice(0, KEY_MAX) ?? "";
    const close = (reason?: string) => {
      if (reason === undefined || this.#ended) this.#socket.destroy();
      else this.#refuse("onStatus", 0, "NetStream.Publish.Denied", reason);
    };
    const sink = await this.#admit({ key, encoder: this.#encoder, clientIp: this.#clientIp, close });
    clearTimeout(this.#introduction);
    if (!sink) {
      this.#refuse("onStatus", 0, "NetStream.Publish.BadName", "This stream can not be published to with this key.");
      return;
    }
    if ("refused" in sink) return this.#refuse("onStatus", 0, "NetStream.Publish.Denied", sink.refused);
    if (this.#ended || this.#socket.destroyed) return sink.end(false);
    this.#sink = sink;
    this.#socket.setTimeout(SILENCE_MS);
    const status = { level: "status", code: "NetStream.Publish.Start", description: "Publishing." };
    this.#write(writeAmf("onStatus", 0, null, status), PUBLISH_STREAM);
  }

  #refuse(command: string, transaction: number, code: string, description: string): void {
    const status = { level: "error", code, description };
    this.#write(writeAmf(command, transaction, null, status), command === "onStatus" ? PUBLISH_STREAM : 0);
    this.#end(false);
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), GOODBYE_MS).unref();
  }

  #send(...values: AmfValue[]): void {
    this.#write(writeAmf(...values), 0);
  }

  #write(payload: Buffer, streamId: number): void {
    if (this.#socket.writable) this.#socket.write(writeMessage(MESSAGE.commandAmf0, payload, { streamId }));
  }
}

const asObject = (value: AmfValue): AmfObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

const SET_DATA_FRAME = writeAmf("@setDataFrame");

/** Facts about the stream come as a command to the server; a file has the facts alone. */
function withoutCommand(payload: Buffer): Buffer {
  const isCommand = payload.subarray(0, SET_DATA_FRAME.length).equals(SET_DATA_FRAME);
  return isCommand ? payload.subarray(SET_DATA_FRAME.length) : payload;
}
