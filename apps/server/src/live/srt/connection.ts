import type { Logger } from "../../platform/log.ts";
import { EXTENSION } from "./handshake.ts";
import type { MediaKeys } from "./media-keys.ts";
import { CONTROL, sequenceAfter, writeControl, type ControlPacket, type DataPacket } from "./packets.ts";
import { ReceiveBuffer, WINDOW_PACKETS, type SequenceRange } from "./receive-buffer.ts";
import { RoundTrip } from "./round-trip.ts";

/** Where a publisher's bytes go once they are in order. */
export interface ByteIntake {
  /** False: hold back until `drained` resolves. */
  write(bytes: Buffer): boolean;
  /** A rejection ends the connection. */
  drained(): Promise<void>;
  /** No more comes; `clean` when the publisher said goodbye. */
  end(clean: boolean): void;
}

/** One connection's side of the wire. */
export interface ConnectionPort {
  /** The caller's socket, which packets to it name. */
  peerSocketId: number;
  firstSequence: number;
  latencyMs: number;
  /** What its media is encrypted with; null: nothing. */
  keys: MediaKeys | null;
  send(datagram: Buffer): void;
  /** Milliseconds. */
  now(): number;
  log: Pick<Logger, "error">;
}

/** Of anything at all, as the other side counts it too (libsrt, SRTO_PEERIDLETIMEO). */
const SILENCE_MS = 5_000;
/** Of media, from somebody who keeps the connection alive. */
const MEDIA_SILENCE_MS = 20_000;
const KEEP_ALIVE_MS = 1_000;
const REPEAT_LOSS_MS = 20;
/** Ranges in one report: it stays below any datagram's size. */
const REPORTED_RANGES = 128;
const IS_RANGE = 0x8000_0000;

/**
 * A publisher that was let in: its packets are put into order, acknowledged and asked for again (draft-sharabayko-srt-01 §4.8, §4.10).
 * Nothing is ever sent to it but that.
 */
export class Connection {
  readonly #port: ConnectionPort;
  readonly #intake: ByteIntake;
  readonly #buffer: ReceiveBuffer;
  readonly #trip = new RoundTrip();
  readonly #begunAt: number;
  #heardAt: number;
  #mediaAt: number;
  #saidAt: number;
  #acknowledged: number;
  #reportedAt = 0;
  #waits = false;
  ended = false;

  constructor(port: ConnectionPort, intake: ByteIntake) {
    this.#port = port;
    this.#intake = intake;
    this.#buffer = new ReceiveBuffer(port.firstSequence, port.latencyMs);
    this.#acknowledged = port.firstSequence;
    this.#begunAt = this.#heardAt = this.#mediaAt = this.#saidAt = port.now();
  }

  /** A datagram from the publisher. */
  take(packet: DataPacket | ControlPacket): void {
    if (this.ended) return;
    const now = this.#port.now();
    this.#heardAt = now;
    if (packet.kind === "data") this.#media(packet, now);
    else this.#control(packet, now);
  }

  /** To be called every ten milliseconds, as acknowledgements go (§4.8.1). */
  tick(): void {
    if (this.ended) return;
    const now = this.#port.now();
    if (now - this.#heardAt > SILENCE_MS || now - this.#mediaAt > MEDIA_SILENCE_MS) return this.close();
    this.#buffer.passOverLate(now);
    this.#handOn();
    this.#acknowledge(now);
    if (now - this.#reportedAt >= Math.max(REPEAT_LOSS_MS, this.#trip.patienceMs / 2)) this.#reportLoss(now);
    if (now - this.#saidAt >= KEEP_ALIVE_MS) this.#say(CONTROL.keepAlive, now);
  }

  /** Says goodbye. */
  close(): void {
    if (this.ended) return;
    this.#say(CONTROL.shutdown, this.#port.now(), { body: Buffer.alloc(4) });
    this.#end(false);
  }

  #media({ sequence, keyFlags, payload }: DataPacket, now: number): void {
    const { keys } = this.#port;
    // What is encrypted otherwise than was agreed on is none of theirs.
    const plain = keys ? keys.open(sequence, keyFlags, payload) : keyFlags === 0 ? payload : null;
    if (!plain || plain.length === 0) return;
    this.#mediaAt = now;
    const missing = this.#buffer.take(sequence, plain, now);
    if (missing) this.#report([missing], now);
    this.#handOn();
  }

  #control({ type, subtype, information, body }: ControlPacket, now: number): void {
    if (type === CONTROL.shutdown) return this.#end(true);
    if (type === CONTROL.acknowledgementHeard) return this.#trip.heard(information, now);
    if (type === CONTROL.extension && subtype === EXTENSION.keys) return this.#rekey(body);
    if (type === CONTROL.dropRequest && body.length >= 8) {
      const range: SequenceRange = [sequenceAfter(body.readUInt32BE(0), 0), sequenceAfter(body.readUInt32BE(4), 0)];
      this.#buffer.giveUp(range);
      this.#handOn();
    }
  }

  /** The sender goes on with other keys soon, and asks until it hears that they are known (§6.1.6). */
  #rekey(body: Buffer): void {
    this.#port.keys
      ?.take(body)
      .then((isKnown) => {
        if (isKnown && !this.ended)
          this.#say(CONTROL.extension, this.#port.now(), { subtype: EXTENSION.keysTaken, body });
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Hands on what is in order, as fast as it is taken. */
  #handOn(): void {
    while (!this.#waits && !this.ended) {
      const payload = this.#buffer.shift();
      if (!payload) return;
      if (this.#intake.write(payload)) continue;
      this.#waits = true;
      this.#intake
        .drained()
        .then(() => {
          this.#waits = false;
          this.#handOn();
        })
        .catch((error: unknown) => this.#fail(error));
    }
  }

  #acknowledge(now: number): void {
    const { frontier, room } = this.#buffer;
    if (frontier === this.#acknowledged && !this.#trip.isUnheard(now)) return;
    this.#acknowledged = frontier;
    const body = Buffer.alloc(16);
    body.writeUInt32BE(frontier, 0);
    body.writeUInt32BE(Math.round(this.#trip.meanMs * 1000), 4);
    body.writeUInt32BE(Math.round(this.#trip.varianceMs * 1000), 8);
    body.writeUInt32BE(Math.min(WINDOW_PACKETS, Math.max(2, room)), 12);
    this.#say(CONTROL.acknowledgement, now, { information: this.#trip.said(now), body });
  }

  #reportLoss(now: number): void {
    const missing = this.#buffer.missing(REPORTED_RANGES);
    if (missing.length > 0) this.#report(missing, now);
  }

  #report(ranges: readonly SequenceRange[], now: number): void {
    const words = ranges.flatMap(([first, last]) => (first === last ? [first] : [(first | IS_RANGE) >>> 0, last]));
    const body = Buffer.alloc(words.length * 4);
    for (const [at, word] of words.entries()) body.writeUInt32BE(word, at * 4);
    this.#reportedAt = now;
    this.#say(CONTROL.lossReport, now, { body });
  }

  #say(type: number, now: number, what: { subtype?: number; information?: number; body?: Buffer } = {}): void {
    this.#saidAt = now;
    const moment = (now - this.#begunAt) * 1000;
    this.#port.send(writeControl(type, { to: this.#port.peerSocketId, moment, ...what }));
  }

  /** A fault of ours ends this connection, and no other. */
  #fail(error: unknown): void {
    this.#port.log.error({ err: error }, "a publisher over SRT could not be served");
    this.close();
  }

  #end(clean: boolean): void {
    if (this.ended) return;
    this.#handOn();
    this.ended = true;
    this.#intake.end(clean);
  }
}
