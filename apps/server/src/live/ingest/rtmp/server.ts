import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { listenOnIpv6Too } from "../../../platform/http/both-families.ts";
import { certificateNow, watchCertificate, type CertificateFiles } from "../../../platform/http/certificate.ts";
import { trustRanges, type IsTrusted } from "../../../platform/http/client-address.ts";
import type { Logger } from "../../../platform/log.ts";
import { Arrivals } from "../arrivals.ts";
import { readProxyHeader } from "./proxy-header.ts";
import { serveRtmp, type Admit } from "./session.ts";

/** From the connection to the end of the TLS handshake, or of the proxy's header. */
const HANDSHAKE_MS = 5_000;
/** Between two log entries about proxies that send no header. */
const LOG_INTERVAL_MS = 60_000;
const LOOPBACK_HOST = "127.0.0.1";

/** Running RTMP and RTMPS listeners. */
export interface RtmpServer {
  port: number;
  /** For publishers of this machine's own role, on loopback, without a proxy's header. */
  ownPort: number;
  /** Of RTMPS; null without. */
  securePort: number | null;
  close(): Promise<void>;
}

/** Addresses to listen on. */
export interface RtmpPorts {
  host: string;
  port: number;
  /** RTMPS; null without a certificate. */
  secure: (CertificateFiles & { port: number }) | null;
  /** Addresses and ranges of TCP proxies, all of whose connections begin with a header of the PROXY protocol. */
  proxies?: readonly string[];
}

/** Listens for publishers; the limits of `Arrivals` apply to both ports together. */
export async function listenForPublishers(ports: RtmpPorts, admit: Admit, log: Logger): Promise<RtmpServer> {
  const { proxies, secure } = ports;
  const connections = new Connections(admit, proxies ? trustRanges(proxies) : null, log);
  const servers: Server[] = [];
  const plain = createServer((socket) => connections.accept(socket, () => connections.serve(socket)));
  const port = await listen(plain, ports.port, ports.host, log, servers);
  const own = createServer((socket) => connections.acceptOwn(socket));
  const ownPort = proxies ? await listen(own, 0, LOOPBACK_HOST, log, servers) : port;
  const rtmps = secure && speakTls(secure, connections, log);
  const securePort = rtmps && secure ? await listen(rtmps.server, secure.port, ports.host, log, servers) : null;
  return {
    port,
    ownPort,
    securePort,
    async close() {
      rtmps?.stopWatching();
      connections.closeAll();
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
    },
  };
}

/** A server of RTMPS, which hands connections to TLS once their client's address is known. */
function speakTls(
  files: CertificateFiles,
  connections: Connections,
  log: Logger,
): { server: Server; stopWatching: () => void } {
  const options = { ...certificateNow(files), handshakeTimeout: HANDSHAKE_MS };
  const tls = createSecureServer(options, (socket) => connections.serve(socket));
  // Failed handshakes are not logged: port scanners cause them.
  tls.on("tlsClientError", (_, socket) => socket.destroy());
  const stopWatching = watchCertificate(
    files,
    (pair) => {
      tls.setSecureContext(pair);
      log.info("RTMPS certificate renewed");
    },
    (error) => log.warn({ err: error }, "renewed RTMPS certificate not usable"),
  );
  const server = createServer((socket) => connections.accept(socket, () => tls.emit("connection", socket)));
  return { server, stopWatching };
}

/** The refusal of an encoder above the connection limit, whatever its key. */
const TOO_MANY = "Too many encoders are connected to this host.";

/** Open connections and their limits. */
class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new Arrivals();
  readonly #admit: Admit;
  readonly #isProxy: IsTrusted | null;
  readonly #log: Logger;
  /** Clients' addresses by the names of their connections. */
  readonly #clients = new Map<string, string>();
  #loggedAt = -Infinity;

  constructor(admit: Admit, isProxy: IsTrusted | null, log: Logger) {
    this.#admit = admit;
    this.#isProxy = isProxy;
    this.#log = log;
  }

  /** Counts a connection as its client's before the client's first byte is read, and then calls `next`. */
  accept(socket: Socket, next: () => void): void {
    this.#keep(socket);
    const peer = peerOf(socket);
    if (!this.#isProxy?.(peer)) {
      this.#arrive(socket, peer);
      return next();
    }
    readClient(socket, (client) => {
      if (client === undefined) return this.#refuseProxy(socket, peer);
      this.#arrive(socket, client ?? peer);
      next();
    });
  }

  /** Accepts and serves a connection of this role's own. */
  acceptOwn(socket: Socket): void {
    this.#keep(socket);
    this.#arrive(socket, peerOf(socket));
    this.serve(socket);
  }

  /** Serves RTMP on a counted connection, with TLS or without. */
  serve(socket: Socket): void {
    const name = nameOf(socket);
    const address = this.#clients.get(name) ?? "";
    const admit: Admit = async (request) => {
      if (!this.#arrivals.hasRoomFor(address)) return { refused: TOO_MANY };
      const answer = await this.#admit(request);
      if (answer && !("refused" in answer) && !socket.destroyed) this.#arrivals.admit(name, address);
      return answer;
    };
    serveRtmp(socket, admit, address);
    // Where a proxy's header was read, reading was paused.
    socket.resume();
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // "close" follows.
    socket.on("error", () => undefined);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #arrive(socket: Socket, address: string): void {
    const name = nameOf(socket);
    this.#clients.set(name, address);
    this.#arrivals.arrive(name, address, () => socket.destroy());
    socket.once("close", () => {
      this.#clients.delete(name);
      this.#arrivals.leave(name);
    });
  }

  #refuseProxy(socket: Socket, proxy: string): void {
    socket.destroy();
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    this.#log.warn({ proxy }, "connection of a trusted proxy refused: it begins with no header of the PROXY protocol");
  }
}

/** Calls `done` with the client's address; null where the proxy speaks for itself, undefined without a header. Reading is paused then. */
function readClient(socket: Socket, done: (client: string | null | undefined) => void): void {
  let received: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  socket.once("close", () => clearTimeout(timer));
  const take = (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    const header = readProxyHeader(received);
    if (header === "more") return;
    clearTimeout(timer);
    socket.off("data", take);
    socket.pause();
    if (header === "none") return done(undefined);
    const rest = received.subarray(header.length);
    if (rest.length > 0) socket.unshift(rest);
    done(header.address);
  };
  socket.on("data", take);
}

const peerOf = ({ remoteAddress }: Socket): string => remoteAddress?.replace(/^::ffff:/, "") ?? "";

/** The same name for a TLS socket and the TCP socket below it. */
const nameOf = ({ remoteAddress, remotePort, localPort }: Socket) => `${remoteAddress} ${remotePort} ${localPort}`;

/** Listens on a host and its IPv6 counterpart, and adds each server to `servers`. */
async function listen(server: Server, port: number, host: string, log: Logger, servers: Server[]): Promise<number> {
  server.on("error", (error) => log.error({ err: error }, "RTMP server failed"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  servers.push(server);
  const second = await listenOnIpv6Too(server, host);
  if (second) servers.push(second);
  return (server.address() as AddressInfo).port;
}
