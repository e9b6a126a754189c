import { randomInt } from "node:crypto";
import type { RemoteInfo, Socket } from "node:dgram";
import { bindOnBoth } from "../../platform/both-families.ts";
import { Arrivals } from "../arrivals.ts";
import { CookieJar } from "./cookie.ts";
import { Guest, type GuestPort, type SrtParts } from "./guest.ts";
import { HANDSHAKE_TYPE, handshakePacket, inductionAnswer, readHandshake, type Handshake } from "./handshake.ts";
import { CONTROL, readPacket, type ControlPacket } from "./packets.ts";

/** Callers that were refused, or left, and whose answer is said again for a moment. */
const MAXIMUM_LINGERING = 1_000;
/** Acknowledgements go so often (draft-sharabayko-srt-01 §4.8.1). */
const TICK_MS = 10;
/** The system's own buffer is a tenth of a second of twenty publishers. */
const SOCKET_BYTES = 4 * 1024 * 1024;
/** Of a socket: 30 bits, never 0. */
const SOCKET_IDS = 0x3fff_ffff;

/** The door for encoders that speak SRT. */
export interface SrtServer {
  /** UDP. */
  port: number;
  close(): Promise<void>;
}

/** Listens for publishers on one UDP port. @throws Error of the system when the port cannot be had. */
export async function listenForSrt(host: string, port: number, parts: SrtParts): Promise<SrtServer> {
  const sockets = await bindOnBoth(host, port, { recvBufferSize: SOCKET_BYTES });
  const door = new SrtDoor(sockets, parts);
  return { port: sockets[0]?.address().port ?? port, close: () => door.close() };
}

/**
 * Answers callers (draft-sharabayko-srt-01 §4.3.1). Until an address has proven with a cookie that it hears what is sent to it, nothing
 * is kept of it, and no answer is longer than what it sent.
 */
class SrtDoor {
  readonly #sockets: readonly Socket[];
  readonly #parts: SrtParts;
  readonly #now: () => number;
  readonly #cookies: CookieJar;
  readonly #guests = new Map<number, Guest>();
  /** By address and the caller's own socket, for what it says twice. */
  readonly #callers = new Map<string, Guest>();
  readonly #arrivals = new Arrivals();
  readonly #lingering = new Set<Guest>();
  #ticker: NodeJS.Timeout | undefined;

  constructor(sockets: readonly Socket[], parts: SrtParts) {
    this.#sockets = sockets;
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#cookies = new CookieJar(this.#now);
    for (const socket of sockets) {
      socket.on("error", (error) => parts.log.error({ err: error }, "publishers over SRT cannot be listened for"));
      socket.on("message", (datagram: Buffer, from) => this.#take(datagram, from));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    for (const guest of this.#guests.values()) guest.close();
    await Promise.all(this.#sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  #take(datagram: Buffer, from: RemoteInfo): void {
    const packet = readPacket(datagram);
    if (!packet) return;
    if (packet.kind === "control" && packet.type === CONTROL.handshake) return this.#handshake(packet, from);
    const guest = this.#guests.get(packet.to);
    if (guest?.isAt(from)) this.#guarded(guest, () => guest.take(packet));
  }

  #handshake({ body }: ControlPacket, from: RemoteInfo): void {
    const asked = readHandshake(body);
    if (!asked) return;
    if (asked.type === HANDSHAKE_TYPE.induction) {
      const answer = inductionAnswer(asked, this.#cookies.bake(from, asked.socketId));
      this.#send(from, handshakePacket(asked.socketId, answer));
    } else if (asked.type === HANDSHAKE_TYPE.conclusion && this.#cookies.isGood(from, asked.socketId, asked.cookie)) {
      this.#welcome(asked, from);
    }
  }

  /** A caller whose address is real. What it says again is answered again. */
  #welcome(asked: Handshake, from: RemoteInfo): void {
    const name = `${from.address} ${from.port} ${asked.socketId}`;
    const known = this.#callers.get(name);
    if (known) return known.repeat();
    const socketId = this.#freeId();
    const port: GuestPort = {
      ...this.#parts,
      admit: async (request) => {
        if (!this.#arrivals.hasRoomFor(from.address)) return { refused: "Too many encoders are connected." };
        const answer = await this.#parts.admit(request);
        if (answer && !("refused" in answer) && this.#guests.has(socketId)) this.#arrivals.admit(name, from.address);
        return answer;
      },
      now: this.#now,
      socketId,
      from,
      send: (datagram) => this.#send(from, datagram),
      over: () => {
        this.#arrivals.leave(name);
        if (!this.#guests.has(socketId)) return;
        this.#lingering.add(guest);
        const [oldest] = this.#lingering.size > MAXIMUM_LINGERING ? this.#lingering : [];
        oldest?.forget();
      },
      gone: () => {
        this.#arrivals.leave(name);
        this.#lingering.delete(guest);
        this.#guests.delete(socketId);
        this.#callers.delete(name);
        if (this.#guests.size === 0) this.#rest();
      },
    };
    const guest = new Guest(port, asked);
    this.#arrivals.arrive(name, from.address, () => guest.drop());
    this.#guests.set(socketId, guest);
    this.#callers.set(name, guest);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS);
    guest.begin().catch((error: unknown) => this.#fail(guest, error));
  }

  #freeId(): number {
    for (;;) {
      const id = randomInt(1, SOCKET_IDS);
      if (!this.#guests.has(id)) return id;
    }
  }

  #tick(): void {
    for (const guest of this.#guests.values()) this.#guarded(guest, () => guest.tick());
  }

  /** What goes wrong with one guest ends that one: an exception in an event ends the process and everybody's stream. */
  #guarded(guest: Guest, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(guest, error);
    }
  }

  #fail(guest: Guest, error: unknown): void {
    this.#parts.log.error({ err: error }, "a publisher over SRT could not be served");
    guest.drop();
  }

  #rest(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #send({ port, address, family }: RemoteInfo, datagram: Buffer): void {
    const socket = this.#sockets[family === "IPv6" ? 1 : 0];
    // What does not arrive is said again or asked for again.
    socket?.send(datagram, port, address, () => undefined);
  }
}
