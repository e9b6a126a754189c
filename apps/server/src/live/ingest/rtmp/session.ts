import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { keyAfterApplication, pastedStreamKey } from "@kinora/domain/live/pasted-key.ts";
import type { TimedSplice } from "@kinora/media/live/transport-splices.ts";
import type { FurtherSounds } from "../further-sounds.ts";
import type { LeftOutKind } from "../left-out.ts";
import { Silence, type SilenceNow } from "../silence.ts";
import { messagesIn } from "./aggregate.ts";
import { AmfError, readAmf, writeAmf, type AmfObject, type AmfValue } from "./amf.ts";
import {
  ChunkReader,
  LARGEST_MESSAGE_BYTES,
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

/** A piece of a publisher's media as an FLV tag. */
export interface MediaTag {
  type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT;
  timestamp: number;
  /** Valid until the function it was passed to returns: a consumer that keeps it copies it. */
  body: Buffer;
}

/** A splice without the moment it is for. */
export type SpliceInfo = Omit<TimedSplice, "pts">;

/** Consumes an admitted publisher's media. */
export interface PublishSink {
  /** False: hold back until `drained` resolves. */
  write(tag: MediaTag): boolean;
  drained(): Promise<void>;
  /** Rejects unusable media with a sentence for users; the connection is closed soon after. */
  reject(reason: string): void;
  /** Says that tracks of the media are left out: one by its number, or how many in all. */
  leaveOut?(kind: LeftOutKind, which: { track: number } | { count: number }): void;
  /** Takes tracks of sound beside the first. */
  readonly sounds?: FurtherSounds;
  /** The publisher's encoder announces a splice, for a moment of the picture's timestamps. */
  splice?(splice: SpliceInfo, timestamp: number): void;
  /** The publisher disconnected; `clean` when it unpublished first. */
  end(clean: boolean): void;
}

/** A request to publish. */
export interface PublishRequest {
  key: string;
  /** The name of the publisher's program. */
  encoder: string | null;
  clientIp: string;
  /** Another live host received it and has handed it over. */
  handedOver?: boolean;
  /** Closes the connection at any time, after it sent the reason if there is one. */
  close(reason?: string): void;
  /** Since the last byte came; none while this end holds the publisher back. */
  silence(): SilenceNow;
  /** Asks its encoder for a key frame, where its protocol can. */
  askForKeyFrame?(): void;
}

/** The refusal of a publisher with a valid key; the sentence is sent to its program. */
export interface PublishRefused {
  refused: string;
  /** Another publisher has this key. */
  isTaken?: boolean;
}

/** Admits or refuses a publisher before any media is read; null refuses the key. */
export type Admit = (request: PublishRequest) => Promise<PublishSink | PublishRefused | null>;

const HANDSHAKE_BYTES = 1536;
const APP = "live";
/** Video codecs that may be sent with a FourCC (Enhanced RTMP). */
const FOUR_CCS = ["avc1", ...Object.keys(ENHANCED_VIDEO)];
/** From the first byte to the publish command. */
const INTRODUCTION_MS = 5_000;
/** Longest silence of a publisher. */
const SILENCE_MS = 20_000;
const ACKNOWLEDGE_BYTES = 1_048_576;
const WINDOW_BYTES = 5_000_000;
const PUBLISH_STREAM = 1;
/** Of messages before a publisher is admitted: commands only, of some hundred bytes. */
const LARGEST_COMMAND_BYTES = 64 * 1024;
/** Of answers that the client has not read. */
const MOST_UNREAD_BYTES = 256 * 1024;
/** Time to send a refusal before the connection is destroyed. */
const REFUSAL_MS = 500;

/**
 * One connection of a publisher: handshake, connect, createStream, publish, media (RTMP specification 1.0, §5.2, §7.2).
 * Nothing is read while the key is looked up. A protocol error closes the connection.
 * @param clientIp the publisher's address, which is not the connection's behind a proxy.
 */
export function serveRtmp(socket: Socket, admit: Admit, clientIp: string): void {
  new RtmpSession(socket, admit, clientIp).begin();
}

class RtmpSession {
  readonly #socket: Socket;
  readonly #admit: Admit;
  readonly #chunks = new ChunkReader(LARGEST_COMMAND_BYTES);
  readonly #clientIp: string;
  #handshake: Buffer | null = Buffer.alloc(0);
  #isGreeted = false;
  #encoder: string | null = null;
  #connected = false;
  /** The key in the server's address, where people paste it; empty where there is none. */
  #keyOfServer = "";
  #sink: PublishSink | null = null;
  #hasPublished = false;
  #ended = false;
  #received = 0;
  readonly #silence = new Silence(() => performance.now());
  #acknowledged = 0;
  #introduction: NodeJS.Timeout | undefined;
  /** Work that must finish before more bytes are processed, such as the lookup of the key. */
  #busy: Promise<void> | null = null;

  constructor(socket: Socket, admit: Admit, clientIp: string) {
    this.#socket = socket;
    this.#admit = admit;
    this.#clientIp = clientIp;
  }

  begin(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    this.#introduction = setTimeout(() => socket.destroy(), INTRODUCTION_MS);
    socket.on("timeout", () => socket.destroy());
    // "close" follows and is handled below.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#end(false));
    socket.on("data", (bytes: Buffer) => this.#receive(bytes));
  }

  #receive(bytes: Buffer): void {
    try {
      const before = this.#busy;
      const busy = before ? before.then(() => this.#process(bytes) ?? undefined) : this.#process(bytes);
      if (busy) this.#waitFor(busy);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Pauses reading until `busy` resolves. */
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

  /** Processes received bytes; a promise when more must wait for it. */
  #process(bytes: Buffer): Promise<void> | null {
    if (this.#ended) return null;
    this.#received += bytes.length;
    this.#silence.heard();
    if (this.#received - this.#acknowledged >= ACKNOWLEDGE_BYTES) {
      this.#acknowledged = this.#received;
      this.#socket.write(writeNumber(MESSAGE.acknowledgement, this.#received >>> 0));
    }
    const rest = this.#handshake === null ? bytes : this.#shakeHands(bytes);
    this.#chunks.feed(rest);
    return this.#handleAll();
  }

  /** Handles all complete messages in order; asynchronous ones delay those after them. */
  #handleAll(): Promise<void> | null {
    for (let message = this.#chunks.next(); message && !this.#ended; message = this.#chunks.next()) {
      const busy = this.#handle(message);
      if (!busy) continue;
      this.#chunks.keep();
      return busy.then(() => this.#handleAll() ?? undefined);
    }
    return null;
  }

  /** Reads C0 and C1, then C2 (§5.2). Returns the bytes after them. */
  #shakeHands(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#handshake ?? Buffer.alloc(0), bytes]);
    if (all.length > 0 && all.readUInt8(0) !== 3) throw new ProtocolError("This is not RTMP.");
    if (!this.#isGreeted && all.length >= 1 + HANDSHAKE_BYTES) {
      this.#isGreeted = true;
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

  #handle(message: RtmpMessage): Promise<void> | null {
    const { type, timestamp, payload } = message;
    if (type === MESSAGE.commandAmf0) return this.#command(readAmf(payload));
    if (type === MESSAGE.commandAmf3) return this.#command(readAmf(payload.subarray(1)));
    if (!this.#sink) return null;
    if (type === MESSAGE.audio) return this.#media({ type: FLV_AUDIO, timestamp, body: payload });
    if (type === MESSAGE.video) return this.#media({ type: FLV_VIDEO, timestamp, body: payload });
    if (type === MESSAGE.aggregate)
      return this.#handleInTurn(messagesIn({ ...message, payload: Buffer.from(payload) }).values());
    if (type !== MESSAGE.dataAmf0) return null;
    return this.#media({ type: FLV_SCRIPT, timestamp, body: withoutCommand(payload) });
  }

  /** Handles the messages of an aggregate, each after those it waits for. */
  #handleInTurn(messages: Iterator<RtmpMessage>): Promise<void> | null {
    for (let next = messages.next(); !next.done; next = messages.next()) {
      const busy = this.#handle(next.value);
      if (busy) return busy.then(() => this.#handleInTurn(messages) ?? undefined);
    }
    return null;
  }

  #media(tag: MediaTag): Promise<void> | null {
    return tag.body.length > 0 && this.#sink && !this.#sink.write(tag) ? this.#sink.drained() : null;
  }

  async #command([name, transaction, object, argument]: AmfValue[]): Promise<void> {
    if (this.#socket.writableLength > MOST_UNREAD_BYTES) throw new ProtocolError("The answers are not read.");
    const number = typeof transaction === "number" ? transaction : 0;
    if (name === "connect") return this.#connect(number, asObject(object));
    if (!this.#connected) throw new ProtocolError("A command arrived before connect.");
    if (name === "createStream") return this.#send("_result", number, null, PUBLISH_STREAM);
    if (name === "publish") return this.#publish(typeof argument === "string" ? argument : "");
    if (name === "FCUnpublish" || name === "deleteStream" || name === "closeStream") {
      this.#end(true);
      this.#socket.end();
    }
    // releaseStream, FCPublish and similar commands need no answer.
  }

  #connect(transaction: number, options: AmfObject): void {
    const { app } = options;
    const key = typeof app === "string" ? keyAfterApplication(app, APP) : null;
    if (key === null) {
      this.#refuse("_error", transaction, "NetConnection.Connect.Rejected", `The server's address ends in /${APP}.`);
      return;
    }
    this.#connected = true;
    this.#keyOfServer = key;
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
    if (this.#hasPublished) throw new ProtocolError("A connection publishes once.");
    this.#hasPublished = true;
    const key = pastedStreamKey(name) || this.#keyOfServer;
    const close = (reason?: string) => {
      if (reason === undefined || this.#ended) this.#socket.destroy();
      else this.#refuse("onStatus", 0, "NetStream.Publish.Denied", reason);
    };
    const silence = () => ({ ...this.#silence.now, ...(this.#busy ? { ms: 0 } : {}) });
    const sink = await this.#admit({ key, encoder: this.#encoder, clientIp: this.#clientIp, close, silence });
    clearTimeout(this.#introduction);
    if (!sink) {
      this.#refuse("onStatus", 0, "NetStream.Publish.BadName", "This stream cannot be published to with this key.");
      return;
    }
    if ("refused" in sink) {
      const code = sink.isTaken ? "NetStream.Publish.BadName" : "NetStream.Publish.Denied";
      return this.#refuse("onStatus", 0, code, sink.refused);
    }
    if (this.#ended || this.#socket.destroyed) return sink.end(false);
    this.#sink = sink;
    this.#chunks.largestMessageBytes = LARGEST_MESSAGE_BYTES;
    this.#socket.setTimeout(SILENCE_MS);
    const status = { level: "status", code: "NetStream.Publish.Start", description: "Publishing." };
    this.#write(writeAmf("onStatus", 0, null, status), PUBLISH_STREAM);
  }

  #refuse(command: string, transaction: number, code: string, description: string): void {
    const status = { level: "error", code, description };
    this.#write(writeAmf(command, transaction, null, status), command === "onStatus" ? PUBLISH_STREAM : 0);
    this.#end(false);
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), REFUSAL_MS).unref();
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

/** Removes the `@setDataFrame` command from metadata, which an FLV file does not have. */
function withoutCommand(payload: Buffer): Buffer {
  const isCommand = payload.subarray(0, SET_DATA_FRAME.length).equals(SET_DATA_FRAME);
  return isCommand ? payload.subarray(SET_DATA_FRAME.length) : payload;
}
