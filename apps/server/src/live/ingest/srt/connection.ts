import type { Logger } from "../../../platform/log.ts";
import { Silence, type SilenceNow } from "../silence.ts";
import { EXTENSION } from "./handshake.ts";
import type { MediaKeys } from "./media-keys.ts";
import { CONTROL, sequenceAfter, writeControl, type ControlPacket, type DataPacket } from "./packets.ts";
import { ReceiveBuffer, WINDOW_PACKETS, type SequenceRange } from "./receive-buffer.ts";
import { RoundTrip } from "./round-trip.ts";

/** Consumes a publisher's bytes in order. */
export interface ByteIntake {
  /** False: hold back until `drained` resolves. */
  write(bytes: Buffer): boolean;
  /** A rejection ends the connection. */
  drained(): Promise<void>;
  /** The connection ended; `clean` when the publisher sent a shutdown. */
  end(clean: boolean): void;
}

/** What a connection needs of its listener. */
export interface ConnectionPort {
  /** The caller's socket id, the destination of packets to it. */
  peerSocketId: number;
  firstSequence: number;
  latencyMs: number;
  /** Keys of the media; null when it is not encrypted. */
  keys: MediaKeys | null;
  send(datagram: Buffer): void;
  /** Milliseconds. */
  now(): number;
  log: Pick<Logger, "error">;
}

/** Longest silence of a peer, as in libsrt (SRTO_PEERIDLETIMEO). */
const SILENCE_MS = 5_000;
/** Longest time without media from a peer that sends keep-alives. */
const MEDIA_SILENCE_MS = 20_000;
const KEEP_ALIVE_MS = 1_000;
/** Between two key material messages: each may cost two thousand rounds of a hash, and is repeated until it is confirmed. */
const REKEY_MS = 100;
const REPEAT_LOSS_MS = 20;
/** Most ranges in one loss report: it fits into a datagram. */
const REPORTED_RANGES = 128;
const IS_RANGE = 0x8000_0000;

/**
 * The connection of an admitted publisher: reorders and acknowledges packets and requests lost ones again
 * (draft-sharabayko-srt-01 §4.8, §4.10). Sends control packets only.
 */
export class Connection {
  readonly #port: ConnectionPort;
  readonly #intake: ByteIntake;
  readonly #buffer: ReceiveBuffer;
  readonly #trip = new RoundTrip();
  readonly #begunAt: number;
  readonly #silence: Silence;
  #receivedAt: number;
  #sentAt: number;
  #acknowledged: number;
  #reportedAt = 0;
  #isHeldBack = false;
  #isRekeying = false;
  #rekeyedAt = -Infinity;
  ended = false;

  constructor(port: ConnectionPort, intake: ByteIntake) {
    this.#port = port;
    this.#intake = intake;
    this.#buffer = new ReceiveBuffer(port.firstSequence, port.latencyMs);
    this.#acknowledged = port.firstSequence;
    this.#silence = new Silence(() => port.now());
    this.#begunAt = this.#receivedAt = this.#sentAt = port.now();
  }

  /** Since the last packet with media. */
  get silence(): SilenceNow {
    return this.#silence.now;
  }

  /** Processes a datagram from the publisher. */
  receive(packet: DataPacket | ControlPacket): void {
    if (this.ended) return;
    const now = this.#port.now();
    this.#receivedAt = now;
    if (packet.kind === "data") this.#media(packet, now);
    else this.#control(packet, now);
  }

  /** Called every ten milliseconds, the interval of acknowledgements (§4.8.1). */
  tick(): void {
    if (this.ended) return;
    const now = this.#port.now();
    if (now - this.#receivedAt > SILENCE_MS || this.#silence.now.ms > MEDIA_SILENCE_MS) return this.close();
    this.#buffer.skipLate(now);
    this.#deliver();
    this.#acknowledge(now);
    if (now - this.#reportedAt >= Math.max(REPEAT_LOSS_MS, this.#trip.patienceMs / 2)) this.#reportLoss(now);
    if (now - this.#sentAt >= KEEP_ALIVE_MS) this.#send(CONTROL.keepAlive, now);
  }

  /** Sends a shutdown and ends the connection. */
  close(): void {
    if (this.ended) return;
    this.#send(CONTROL.shutdown, this.#port.now(), { body: Buffer.alloc(4) });
    this.#end(false);
  }

  #media({ sequence, keyFlags, payload }: DataPacket, now: number): void {
    const { keys } = this.#port;
    // Packets whose encryption differs from the negotiated one are dropped.
    const plain = keys ? keys.decrypt(sequence, keyFlags, payload) : keyFlags === 0 ? payload : null;
    if (!plain || plain.length === 0) return;
    this.#silence.heard();
    const missing = this.#buffer.take(sequence, plain, now);
    if (missing) this.#report([missing], now);
    this.#deliver();
  }

  #control({ type, subtype, information, body }: ControlPacket, now: number): void {
    if (type === CONTROL.shutdown) return this.#end(true);
    if (type === CONTROL.acknowledgementAcknowledged) return this.#trip.acknowledged(information, now);
    if (type === CONTROL.extension && subtype === EXTENSION.keys) return this.#rekey(body);
    if (type === CONTROL.dropRequest && body.length >= 8) {
      const range: SequenceRange = [sequenceAfter(body.readUInt32BE(0), 0), sequenceAfter(body.readUInt32BE(4), 0)];
      this.#buffer.drop(range);
      this.#deliver();
    }
  }

  /** Takes new keys, which the sender announces until they are confirmed (§6.1.6). */
  #rekey(body: Buffer): void {
    const { keys, now } = this.#port;
    if (!keys || this.#isRekeying || now() - this.#rekeyedAt < REKEY_MS) return;
    this.#isRekeying = true;
    this.#rekeyedAt = now();
    keys
      .take(body)
      .then((isKnown) => {
        this.#isRekeying = false;
        if (isKnown && !this.ended)
          this.#send(CONTROL.extension, this.#port.now(), { subtype: EXTENSION.keysConfirmed, body });
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Passes the packets that are in order to the intake, with backpressure. */
  #deliver(): void {
    while (!this.#isHeldBack && !this.ended) {
      const payload = this.#buffer.shift();
      if (!payload) return;
      if (this.#intake.write(payload)) continue;
      this.#isHeldBack = true;
      this.#intake
        .drained()
        .then(() => {
          this.#isHeldBack = false;
          this.#deliver();
        })
        .catch((error: unknown) => this.#fail(error));
    }
  }

  #acknowledge(now: number): void {
    const { frontier, room } = this.#buffer;
    if (frontier === this.#acknowledged && !this.#trip.isUnacknowledged(now)) return;
    this.#acknowledged = frontier;
    const body = Buffer.alloc(16);
    body.writeUInt32BE(frontier, 0);
    body.writeUInt32BE(Math.round(this.#trip.meanMs * 1000), 4);
    body.writeUInt32BE(Math.round(this.#trip.varianceMs * 1000), 8);
    body.writeUInt32BE(Math.min(WINDOW_PACKETS, Math.max(2, room)), 12);
    this.#send(CONTROL.acknowledgement, now, { information: this.#trip.sent(now), body });
  }

  /** Requests all missing packets again, at its own interval: new losses, which are reported at once, do not delay it (§4.8.2). */
  #reportLoss(now: number): void {
    this.#reportedAt = now;
    const missing = this.#buffer.missing(REPORTED_RANGES);
    if (missing.length > 0) this.#report(missing, now);
  }

  #report(ranges: readonly SequenceRange[], now: number): void {
    const words = ranges.flatMap(([first, last]) => (first === last ? [first] : [(first | IS_RANGE) >>> 0, last]));
    const body = Buffer.alloc(words.length * 4);
    for (const [at, word] of words.entries()) body.writeUInt32BE(word, at * 4);
    this.#send(CONTROL.lossReport, now, { body });
  }

  #send(type: number, now: number, what: { subtype?: number; information?: number; body?: Buffer } = {}): void {
    this.#sentAt = now;
    const moment = (now - this.#begunAt) * 1000;
    this.#port.send(writeControl(type, { to: this.#port.peerSocketId, moment, ...what }));
  }

  /** Ends this connection after an internal error. */
  #fail(error: unknown): void {
    this.#port.log.error({ err: error }, "SRT connection failed");
    this.close();
  }

  #end(clean: boolean): void {
    if (this.ended) return;
    this.#deliver();
    this.ended = true;
    this.#intake.end(clean);
  }
}
