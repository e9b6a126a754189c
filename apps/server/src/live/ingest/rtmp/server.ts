import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { listenOnIpv6Too } from "../../../platform/http/both-families.ts";
import { certificateNow, watchCertificate, type CertificateFiles } from "../../../platform/http/certificate.ts";
import type { Logger } from "../../../platform/log.ts";
import { Arrivals } from "../arrivals.ts";
import { serveRtmp, type Admit } from "./session.ts";

/** From the connection to the end of the TLS handshake. */
const HANDSHAKE_MS = 5_000;

/** Running RTMP and RTMPS listeners. */
export interface RtmpServer {
  port: number;
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
}

/** Listens for publishers; the limits of `Arrivals` apply to both ports together. */
export async function listenForPublishers(ports: RtmpPorts, admit: Admit, log: Logger): Promise<RtmpServer> {
  const connections = new Connections(admit);
  const plain = createServer((socket) => {
    connections.arrive(socket);
    connections.serve(socket);
  });
  const servers: Server[] = [];
  const port = await listen(plain, ports.port, ports.host, log, servers);
  let securePort: number | null = null;
  let stopWatching: () => void = () => undefined;
  if (ports.secure) {
    const { secure } = ports;
    const options = { ...certificateNow(secure), handshakeTimeout: HANDSHAKE_MS };
    const server = createSecureServer(options, (socket) => connections.serve(socket));
    server.on("connection", (socket: Socket) => connections.arrive(socket));
    // Failed handshakes are not logged: port scanners cause them.
    server.on("tlsClientError", (_, socket) => socket.destroy());
    securePort = await listen(server, secure.port, ports.host, log, servers);
    stopWatching = watchCertificate(
      secure,
      (pair) => {
        server.setSecureContext(pair);
        log.info("RTMPS certificate renewed");
      },
      (error) => log.warn({ err: error }, "renewed RTMPS certificate not usable"),
    );
  }
  return {
    port,
    securePort,
    async close() {
      stopWatching();
      connections.closeAll();
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
    },
  };
}

/** The refusal of an encoder above the connection limit, whatever its key. */
const TOO_MANY = "Too many encoders are connected to this host.";

/** Open connections and their limits. */
class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new Arrivals();
  readonly #admit: Admit;

  constructor(admit: Admit) {
    this.#admit = admit;
  }

  /** Counts a connection before its first byte is read. */
  arrive(socket: Socket): void {
    const name = nameOf(socket);
    this.#sockets.add(socket);
    this.#arrivals.arrive(name, socket.remoteAddress ?? "", () => socket.destroy());
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#arrivals.leave(name);
    });
  }

  /** Serves RTMP on a counted connection, with TLS or without. */
  serve(socket: Socket): void {
    const [name, address] = [nameOf(socket), socket.remoteAddress ?? ""];
    serveRtmp(socket, async (request) => {
      if (!this.#arrivals.hasRoomFor(address)) return { refused: TOO_MANY };
      const answer = await this.#admit(request);
      if (answer && !("refused" in answer) && !socket.destroyed) this.#arrivals.admit(name, address);
      return answer;
    });
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

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
