import type { Logger } from "../../platform/log.ts";
import { isStreamHash } from "../keys.ts";
import type { Admit, PublishRequest } from "../rtmp/session.ts";
import { Connection } from "./connection.ts";
import {
  conclusionAnswer,
  handshakePacket,
  objection,
  readAbilities,
  readKeys,
  readStreamId,
  REFUSAL,
  refusal,
  type Handshake,
} from "./handshake.ts";
import { MediaKeys } from "./media-keys.ts";
import { CONTROL, writeControl, type ControlPacket, type DataPacket } from "./packets.ts";
import { WINDOW_PACKETS } from "./receive-buffer.ts";
import { readStreamWish } from "./stream-id.ts";
import { TransportIntake, type TransportPort } from "./transport-intake.ts";

/** Waited for a lost packet at least, and at most, in milliseconds; the caller may ask for anything between. */
const LEAST_LATENCY_MS = 120;
const MOST_LATENCY_MS = 8_000;
/** How long a refusal, or a goodbye, is said again to somebody who did not hear it. */
const LINGER_MS = 3_000;

/** How publishers are decided about and taken apart. */
export interface SrtParts {
  admit: Admit;
  /** The key of the stream with this public id, for who proves it with a passphrase; null when there is no such stream. */
  keyOf(hash: string): Promise<string | null>;
  open: TransportPort["open"];
  log: Logger;
  /** Milliseconds. */
  now?: () => number;
}

/** One caller's side of the door. */
export interface GuestPort extends SrtParts {
  /** Milliseconds. */
  now(): number;
  socketId: number;
  from: { address: string; port: number };
  send(datagram: Buffer): void;
  /** It was refused, or left; it is answered again for a moment, and takes nobody's place. */
  over(): void;
  /** Nothing more is said to it. */
  gone(): void;
}

/** A caller whose address is real: its key is looked up, then it is refused or taken. */
export class Guest {
  readonly #port: GuestPort;
  readonly #asked: Handshake;
  /** What it was told last; null while its key is looked up. */
  #answer: Buffer | null = null;
  #connection: Connection | null = null;
  #isClosing = false;
  #leavesAt = Infinity;

  constructor(port: GuestPort, asked: Handshake) {
    this.#port = port;
    this.#asked = asked;
  }

  isAt({ address, port }: { address: string; port: number }): boolean {
    return this.#port.from.address === address && this.#port.from.port === port;
  }

  async begin(): Promise<void> {
    const wish = readStreamWish(readStreamId(this.#asked));
    const reason = objection(this.#asked) ?? (wish === "watch" ? REFUSAL.badMode : null);
    if (reason !== null) return this.#refuse(reason);
    if (typeof wish === "string") return this.#refuse(REFUSAL.badRequest);
    try {
      await this.#decide(wish.key);
    } catch (error) {
      this.#port.log.error({ err: error }, "a publisher over SRT could not be decided about");
      this.#refuse(REFUSAL.overload);
    }
  }

  /** Says the answer again. */
  repeat(): void {
    if (this.#answer) this.#port.send(this.#answer);
  }

  take(packet: DataPacket | ControlPacket): void {
    if (!this.#connection || this.#connection.ended) return this.#answerLate();
    this.#connection.take(packet);
    this.#look();
  }

  tick(): void {
    this.#connection?.tick();
    this.#look();
    if (this.#port.now() >= this.#leavesAt) this.#port.gone();
  }

  close(): void {
    this.#isClosing = true;
    this.#connection?.close();
    this.#look();
  }

  /** Ends it at once, after a fault of ours or for others: it is answered no more. */
  drop(): void {
    this.#isClosing = true;
    this.#port.gone();
    this.#connection?.close();
  }

  /** Is answered no more. */
  forget(): void {
    this.#port.gone();
  }

  /**
   * A Stream ID travels in clear. Who encrypts therefore names the stream by its public id, and the key, which is never sent, is the
   * passphrase; who does not says the key itself.
   */
  async #decide(said: string): Promise<void> {
    const message = readKeys(this.#asked);
    if (!isStreamHash(said))
      return message ? this.#refuse(REFUSAL.unsecure) : this.#admit(said, null, REFUSAL.forbidden);
    const key = message && (await this.#port.keyOf(said));
    const keys = key ? new MediaKeys(key) : null;
    if (key && keys && message && (await keys.take(message))) return this.#admit(key, keys, REFUSAL.forbidden);
    // Its name alone is no key: whoever looks it up tells the owner.
    return this.#admit(said, null, message ? REFUSAL.badSecret : REFUSAL.unsecure);
  }

  async #admit(key: string, keys: MediaKeys | null, no: number): Promise<void> {
    const { admit, open, log, from, send, now, socketId } = this.#port;
    const abilities = readAbilities(this.#asked);
    const request: PublishRequest = {
      key,
      encoder: abilities && `SRT ${abilities.version}`,
      clientIp: from.address,
      close: () => this.close(),
    };
    const sink = await admit(request);
    if (!sink) return this.#refuse(no);
    if ("refused" in sink) return this.#refuse(REFUSAL.overload);
    if (this.#isClosing) {
      sink.end(false);
      return this.#refuse(REFUSAL.forbidden);
    }
    const asked = Math.max(LEAST_LATENCY_MS, abilities?.senderLatencyMs ?? 0);
    const latencyMs = Math.min(MOST_LATENCY_MS, asked);
    const { firstSequence, socketId: peerSocketId } = this.#asked;
    const intake = new TransportIntake(sink, { open, log });
    this.#connection = new Connection({ peerSocketId, firstSequence, latencyMs, keys, send, now, log }, intake);
    this.#say(
      conclusionAnswer(this.#asked, {
        socketId,
        window: WINDOW_PACKETS,
        latencyMs,
        keys: keys && readKeys(this.#asked),
      }),
    );
  }

  #refuse(type: number): void {
    this.#say(refusal(this.#asked, type));
    this.#linger();
  }

  #linger(): void {
    if (this.#leavesAt !== Infinity) return;
    this.#leavesAt = this.#port.now() + LINGER_MS;
    this.#port.over();
  }

  #say(handshake: Handshake): void {
    this.#answer = handshakePacket(this.#asked.socketId, handshake);
    this.#port.send(this.#answer);
  }

  /** A connection that ended is remembered for a moment only. */
  #look(): void {
    if (this.#connection?.ended) this.#linger();
  }

  /** To somebody who goes on though it was said goodbye to. */
  #answerLate(): void {
    if (!this.#connection) return;
    this.#port.send(writeControl(CONTROL.shutdown, { to: this.#asked.socketId, body: Buffer.alloc(4) }));
  }
}
