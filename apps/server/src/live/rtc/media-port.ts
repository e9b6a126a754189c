import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { classes, methods, parseMessage } from "werift";
import { bindOnBoth } from "../../platform/http/both-families.ts";
import type { Logger } from "../../platform/log.ts";

/** Receive buffer of the socket; the system's default holds a tenth of a second of twenty publishers. */
const SOCKET_BYTES = 4 * 1024 * 1024;
/** Network paths of one session: a client tries each of its addresses with each of the server's. */
const MOST_PATHS = 24;
const LOOPBACK = "127.0.0.1";
/** STUN in front of DTLS and SRTP (RFC 7983 §7). */
const LARGEST_STUN_BYTE = 3;

/** A session of WebRTC that is reached through the port. */
export interface PortSession {
  /** Its ICE user name fragment and password. */
  username: string;
  password: string;
  /** The UDP port of its agent on loopback. */
  agentPort: number;
}

/** One network path of a session: a client's address, and the socket on loopback that stands for it before the agent. */
interface Path {
  session: PortSession;
  socket: Socket;
}

/**
 * The one UDP port of all WebRTC sessions of this host. A client's address belongs to a session once it sent a STUN check with the
 * session's password (RFC 8445 §7.3); all other datagrams are dropped. Each address is presented to the session's agent, which listens
 * on loopback, as a socket of its own.
 */
export class MediaPort {
  readonly #sockets: readonly Socket[];
  readonly #sessions = new Map<string, PortSession>();
  /** By the client's address. */
  readonly #paths = new Map<string, Path>();
  readonly #log: Pick<Logger, "error">;

  private constructor(sockets: readonly Socket[], log: Pick<Logger, "error">) {
    this.#sockets = sockets;
    this.#log = log;
    for (const socket of sockets) {
      socket.on("error", (error) => log.error({ err: error }, "WebRTC port failed"));
      socket.on("message", (datagram: Buffer, from) => this.#receive(datagram, from, socket));
    }
  }

  /** @throws Error of the system when the port cannot be bound. */
  static async open(host: string, port: number, log: Pick<Logger, "error">): Promise<MediaPort> {
    return new MediaPort(await bindOnBoth(host, port, { recvBufferSize: SOCKET_BYTES }), log);
  }

  get port(): number {
    return this.#sockets[0]?.address().port ?? 0;
  }

  /** Whether clients of IPv6 reach it. */
  get hasIpv6(): boolean {
    return this.#sockets.length > 1;
  }

  /** Adds a session. Returns a function that removes it. */
  add(session: PortSession): () => void {
    this.#sessions.set(session.username, session);
    return () => {
      this.#sessions.delete(session.username);
      for (const [client, path] of this.#paths) {
        if (path.session !== session) continue;
        path.socket.close();
        this.#paths.delete(client);
      }
    };
  }

  async close(): Promise<void> {
    for (const { socket } of this.#paths.values()) socket.close();
    this.#paths.clear();
    await Promise.all(this.#sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  #receive(datagram: Buffer, from: RemoteInfo, socket: Socket): void {
    const client = `${from.address} ${from.port}`;
    const path = this.#paths.get(client) ?? this.#admit(datagram, from, socket, client);
    path?.socket.send(datagram, path.session.agentPort, LOOPBACK);
  }

  /** The path of a client that knows the password of a session. */
  #admit(datagram: Buffer, from: RemoteInfo, socket: Socket, client: string): Path | null {
    const session = this.#sessionOf(datagram);
    if (!session) return null;
    const known = [...this.#paths.values()].filter((path) => path.session === session).length;
    if (known >= MOST_PATHS) return null;
    const path: Path = { session, socket: createSocket("udp4") };
    path.socket.on("error", (error) => this.#log.error({ err: error }, "WebRTC path failed"));
    path.socket.on("message", (answer: Buffer, { port }) => {
      // Errors are ignored: lost datagrams are sent again.
      if (port === session.agentPort) socket.send(answer, from.port, from.address, () => undefined);
    });
    path.socket.bind(0, LOOPBACK);
    this.#paths.set(client, path);
    return path;
  }

  #sessionOf(datagram: Buffer): PortSession | null {
    if (datagram.length === 0 || datagram.readUInt8(0) > LARGEST_STUN_BYTE) return null;
    const claimed = parseMessage(datagram);
    if (claimed?.messageMethod !== methods.BINDING || claimed.messageClass !== classes.REQUEST) return null;
    const username: unknown = claimed.getAttributeValue("USERNAME");
    const session = typeof username === "string" ? this.#sessions.get(username.split(":")[0] ?? "") : undefined;
    return session && parseMessage(datagram, Buffer.from(session.password)) ? session : null;
  }
}
