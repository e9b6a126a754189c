import { randomInt } from "node:crypto";
import type { RemoteInfo, Socket } from "node:dgram";
import { bindOnBoth } from "../../../platform/http/both-families.ts";
import { Arrivals } from "../arrivals.ts";
import { Cookies } from "./cookies.ts";
import { HandshakePeer, type HandshakePeerPort, type SrtDependencies } from "./handshake-peer.ts";
import { HANDSHAKE_TYPE, handshakePacket, inductionAnswer, readHandshake, type Handshake } from "./handshake.ts";
import { CONTROL, readPacket, type ControlPacket } from "./packets.ts";

/** Most refused or disconnected callers whose answer is repeated. */
const MAXIMUM_LINGERING = 1_000;
/** Interval of acknowledgements (draft-sharabayko-srt-01 §4.8.1). */
const TICK_MS = 10;
/** Receive buffer of the socket; the system's default holds a tenth of a second of twenty publishers. */
const SOCKET_BYTES = 4 * 1024 * 1024;
/** Socket ids have 30 bits and are never 0. */
const SOCKET_IDS = 0x3fff_ffff;

/** A running SRT listener. */
export interface SrtServer {
  /** The UDP port. */
  port: number;
  close(): Promise<void>;
}

/** Listens for publishers on one UDP port. @throws Error of the system when the port cannot be bound. */
export async function listenForSrt(host: string, port: number, dependencies: SrtDependencies): Promise<SrtServer> {
  const sockets = await bindOnBoth(host, port, { recvBufferSize: SOCKET_BYTES });
  const listener = new SrtListener(sockets, dependencies);
  return { port: sockets[0]?.address().port ?? port, close: () => listener.close() };
}

/**
 * Answers callers (draft-sharabayko-srt-01 §4.3.1). Until a caller has proven its address with a cookie, no state is kept for it and
 * no answer is longer than its datagram.
 */
class SrtListener {
  readonly #sockets: readonly Socket[];
  readonly #dependencies: SrtDependencies;
  readonly #now: () => number;
  readonly #cookies: Cookies;
  readonly #peers = new Map<number, HandshakePeer>();
  /** By address and the caller's socket id, to recognize repeated conclusions. */
  readonly #callers = new Map<string, HandshakePeer>();
  readonly #arrivals = new Arrivals();
  readonly #lingering = new Set<HandshakePeer>();
  #ticker: NodeJS.Timeout | undefined;

  constructor(sockets: readonly Socket[], dependencies: SrtDependencies) {
    this.#sockets = sockets;
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? (() => performance.now());
    this.#cookies = new Cookies(this.#now);
    for (const socket of sockets) {
      socket.on("error", (error) => dependencies.log.error({ err: error }, "SRT listener failed"));
      socket.on("message", (datagram: Buffer, from) => this.#receive(datagram, from));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    for (const peer of this.#peers.values()) peer.close();
    await Promise.all(this.#sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    const packet = readPacket(datagram);
    if (!packet) return;
    if (packet.kind === "control" && packet.type === CONTROL.handshake) return this.#handshake(packet, from);
    const peer = this.#peers.get(packet.to);
    if (peer?.isAt(from)) this.#guarded(peer, () => peer.receive(packet));
  }

  #handshake({ body }: ControlPacket, from: RemoteInfo): void {
    const asked = readHandshake(body);
    if (!asked) return;
    if (asked.type === HANDSHAKE_TYPE.induction) {
      const answer = inductionAnswer(asked, this.#cookies.issue(from, asked.socketId));
      this.#send(from, handshakePacket(asked.socketId, answer));
    } else if (asked.type === HANDSHAKE_TYPE.conclusion && this.#cookies.isValid(from, asked.socketId, asked.cookie)) {
      this.#accept(asked, from);
    }
  }

  /** Accepts a caller with a verified address; a repeated conclusion gets the same answer. */
  #accept(asked: Handshake, from: RemoteInfo): void {
    const name = `${from.address} ${from.port} ${asked.socketId}`;
    const known = this.#callers.get(name);
    if (known) return known.repeat();
    const socketId = this.#freeId();
    const port: HandshakePeerPort = {
      ...this.#dependencies,
      admit: async (request) => {
        if (!this.#arrivals.hasRoomFor(from.address)) return { refused: "Too many encoders are connected." };
        const answer = await this.#dependencies.admit(request);
        if (answer && !("refused" in answer) && this.#peers.has(socketId)) this.#arrivals.admit(name, from.address);
        return answer;
      },
      now: this.#now,
      socketId,
      from,
      send: (datagram) => this.#send(from, datagram),
      onEnd: () => {
        this.#arrivals.leave(name);
        if (!this.#peers.has(socketId)) return;
        this.#lingering.add(peer);
        const [oldest] = this.#lingering.size > MAXIMUM_LINGERING ? this.#lingering : [];
        oldest?.forget();
      },
      onRemoved: () => {
        this.#arrivals.leave(name);
        this.#lingering.delete(peer);
        this.#peers.delete(socketId);
        this.#callers.delete(name);
        if (this.#peers.size === 0) this.#stopTicker();
      },
    };
    const peer = new HandshakePeer(port, asked);
    this.#arrivals.arrive(name, from.address, () => peer.drop());
    this.#peers.set(socketId, peer);
    this.#callers.set(name, peer);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS);
    peer.begin().catch((error: unknown) => this.#fail(peer, error));
  }

  #freeId(): number {
    for (;;) {
      const id = randomInt(1, SOCKET_IDS);
      if (!this.#peers.has(id)) return id;
    }
  }

  #tick(): void {
    for (const peer of this.#peers.values()) this.#guarded(peer, () => peer.tick());
  }

  /** Limits an exception to one peer: uncaught in an event handler it would end the process. */
  #guarded(peer: HandshakePeer, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(peer, error);
    }
  }

  #fail(peer: HandshakePeer, error: unknown): void {
    this.#dependencies.log.error({ err: error }, "SRT connection failed");
    peer.drop();
  }

  #stopTicker(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #send({ port, address, family }: RemoteInfo, datagram: Buffer): void {
    const socket = this.#sockets[family === "IPv6" ? 1 : 0];
    // Errors are ignored: lost datagrams are retransmitted.
    socket?.send(datagram, port, address, () => undefined);
  }
}
