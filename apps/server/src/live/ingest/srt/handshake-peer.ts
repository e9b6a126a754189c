import type { Logger } from "../../../platform/log.ts";
import { isStreamHash } from "../../streams/keys.ts";
import type { Admit, PublishRequest } from "../rtmp/session.ts";
import { Connection } from "./connection.ts";
import {
  conclusionAnswer,
  handshakePacket,
  unsupported,
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
import { readStreamRequest } from "./stream-id.ts";
import { TransportIntake, type TransportPort } from "./transport-intake.ts";

/** Bounds of the receive latency in milliseconds; the caller may request any value between them. */
const LEAST_LATENCY_MS = 120;
const MOST_LATENCY_MS = 8_000;
/** How long a refusal or a shutdown is repeated to a caller that keeps sending. */
const LINGER_MS = 3_000;

/** How publishers are admitted and demuxed. */
export interface SrtDependencies {
  admit: Admit;
  /** The key of the stream with this public id, which is the passphrase of encrypted callers; null when there is no such stream. */
  keyOf(hash: string): Promise<string | null>;
  open: TransportPort["open"];
  log: Logger;
  /** Milliseconds. */
  now?: () => number;
}

/** What a caller needs of the listener. */
export interface HandshakePeerPort extends SrtDependencies {
  /** Milliseconds. */
  now(): number;
  socketId: number;
  from: { address: string; port: number };
  send(datagram: Buffer): void;
  /** The caller was refused or disconnected; it lingers for retransmissions and no longer counts against the limits. */
  onEnd(): void;
  /** The caller is removed and gets no further answers. */
  onRemoved(): void;
}

/** A caller with a verified address: looks up its key, then refuses it or opens its connection. */
export class HandshakePeer {
  readonly #port: HandshakePeerPort;
  readonly #conclusion: Handshake;
  /** The last answer; null while the key is looked up. */
  #answer: Buffer | null = null;
  #connection: Connection | null = null;
  #isClosing = false;
  #removedAt = Infinity;

  constructor(port: HandshakePeerPort, conclusion: Handshake) {
    this.#port = port;
    this.#conclusion = conclusion;
  }

  isAt({ address, port }: { address: string; port: number }): boolean {
    return this.#port.from.address === address && this.#port.from.port === port;
  }

  async begin(): Promise<void> {
    const wanted = readStreamRequest(readStreamId(this.#conclusion));
    const reason = unsupported(this.#conclusion) ?? (wanted === "watch" ? REFUSAL.badMode : null);
    if (reason !== null) return this.#refuse(reason);
    if (typeof wanted === "string") return this.#refuse(REFUSAL.badRequest);
    try {
      await this.#decide(wanted.key);
    } catch (error) {
      this.#port.log.error({ err: error }, "SRT handshake failed");
      this.#refuse(REFUSAL.overload);
    }
  }

  /** Sends the last answer again. */
  repeat(): void {
    if (this.#answer) this.#port.send(this.#answer);
  }

  receive(packet: DataPacket | ControlPacket): void {
    if (!this.#connection || this.#connection.ended) return this.#repeatShutdown();
    this.#connection.receive(packet);
    this.#checkEnded();
  }

  tick(): void {
    this.#connection?.tick();
    this.#checkEnded();
    if (this.#port.now() >= this.#removedAt) this.#port.onRemoved();
  }

  close(): void {
    this.#isClosing = true;
    this.#connection?.close();
    this.#checkEnded();
  }

  /** Removes the caller at once, after an internal error or to make room. */
  drop(): void {
    this.#isClosing = true;
    this.#port.onRemoved();
    this.#connection?.close();
  }

  /** Removes the caller, which gets no further answers. */
  forget(): void {
    this.#port.onRemoved();
  }

  /**
   * A Stream ID is sent in clear text. Encrypted callers therefore send the stream's public id, and its key is the passphrase, which
   * is never sent. Unencrypted callers send the key.
   */
  async #decide(streamId: string): Promise<void> {
    const message = readKeys(this.#conclusion);
    if (!isStreamHash(streamId))
      return message ? this.#refuse(REFUSAL.unsecure) : this.#admit(streamId, null, REFUSAL.forbidden);
    const key = message && (await this.#port.keyOf(streamId));
    const keys = key ? new MediaKeys(key) : null;
    if (key && keys && message && (await keys.take(message))) return this.#admit(key, keys, REFUSAL.forbidden);
    // The public id is not a key: `admit` refuses it and logs the refusal to its stream.
    return this.#admit(streamId, null, message ? REFUSAL.badSecret : REFUSAL.unsecure);
  }

  async #admit(key: string, keys: MediaKeys | null, refusalType: number): Promise<void> {
    const { admit, open, log, from, send, now, socketId } = this.#port;
    const abilities = readAbilities(this.#conclusion);
    const request: PublishRequest = {
      key,
      encoder: abilities && `SRT ${abilities.version}`,
      clientIp: from.address,
      close: () => this.close(),
      silence: () => this.#connection?.silence ?? { ms: 0, usualMs: Infinity },
    };
    const sink = await admit(request);
    if (!sink) return this.#refuse(refusalType);
    if ("refused" in sink) return this.#refuse(sink.isTaken ? REFUSAL.conflict : REFUSAL.overload);
    if (this.#isClosing) {
      sink.end(false);
      return this.#refuse(REFUSAL.forbidden);
    }
    const requestedMs = Math.max(LEAST_LATENCY_MS, abilities?.senderLatencyMs ?? 0);
    const latencyMs = Math.min(MOST_LATENCY_MS, requestedMs);
    const { firstSequence, socketId: peerSocketId } = this.#conclusion;
    const intake = new TransportIntake(sink, { open, log });
    this.#connection = new Connection({ peerSocketId, firstSequence, latencyMs, keys, send, now, log }, intake);
    this.#answerWith(
      conclusionAnswer(this.#conclusion, {
        socketId,
        window: WINDOW_PACKETS,
        latencyMs,
        keys: keys && readKeys(this.#conclusion),
      }),
    );
  }

  #refuse(type: number): void {
    this.#answerWith(refusal(this.#conclusion, type));
    this.#linger();
  }

  #linger(): void {
    if (this.#removedAt !== Infinity) return;
    this.#removedAt = this.#port.now() + LINGER_MS;
    this.#port.onEnd();
  }

  #answerWith(handshake: Handshake): void {
    this.#answer = handshakePacket(this.#conclusion.socketId, handshake);
    this.#port.send(this.#answer);
  }

  /** Starts to linger when the connection has ended. */
  #checkEnded(): void {
    if (this.#connection?.ended) this.#linger();
  }

  /** Answers a caller that keeps sending after its connection ended. */
  #repeatShutdown(): void {
    if (!this.#connection) return;
    this.#port.send(writeControl(CONTROL.shutdown, { to: this.#conclusion.socketId, body: Buffer.alloc(4) }));
  }
}
