import { unwatchFile, watchFile } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { listenOnIpv6Too } from "../../platform/both-families.ts";
import { readCertificate, type CertificateFiles } from "../../platform/certificate.ts";
import type { Logger } from "../../platform/log.ts";
import { Arrivals } from "../arrivals.ts";
import { serveRtmp, type Admit } from "./session.ts";

/** From the connection to the end of the TLS handshake. */
const HANDSHAKE_MS = 5_000;
/** Certificates are renewed while the role runs. */
const LOOK_AT_CERTIFICATE_MS = 60_000;

/** The doors for encoders. */
export interface RtmpServer {
  port: number;
  /** Of RTMPS; null without. */
  securePort: number | null;
  close(): Promise<void>;
}

/** Where to listen. */
export interface RtmpDoors {
  host: string;
  port: number;
  /** RTMPS: the same behind TLS. */
  secure: (CertificateFiles & { port: number }) | null;
}

/** Listens for publishers; the limits of `Arrivals` count for both doors. */
export async function listenForPublishers(doors: RtmpDoors, admit: Admit, log: Logger): Promise<RtmpServer> {
  const guests = new Guests(admit);
  const plain = createServer((socket) => {
    guests.arrive(socket);
    guests.serve(socket);
  });
  const servers: Server[] = [];
  const port = await listen(plain, doors.port, doors.host, log, servers);
  let securePort: number | null = null;
  let stopWatching: () => void = () => undefined;
  if (doors.secure) {
    const { secure } = doors;
    const options = { ...readCertificate(secure), handshakeTimeout: HANDSHAKE_MS };
    const server = createSecureServer(options, (socket) => guests.serve(socket));
    server.on("connection", (socket: Socket) => guests.arrive(socket));
    // Whoever does not get through the handshake is closed; scanners are no news.
    server.on("tlsClientError", (_, socket) => socket.destroy());
    securePort = await listen(server, secure.port, doors.host, log, servers);
    stopWatching = onRenewal(secure, (pair) => server.setSecureContext(pair), log);
  }
  return {
    port,
    securePort,
    async close() {
      stopWatching();
      guests.sendAway();
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
    },
  };
}

/** What an encoder is told that there is no room for, though its key may be good. */
const TOO_MANY = "Too many encoders are connected to this host.";

/** Who is connected, and how many may be. */
class Guests {
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new Arrivals();
  readonly #admit: Admit;

  constructor(admit: Admit) {
    this.#admit = admit;
  }

  /** A connection, before a byte of it was read. */
  arrive(socket: Socket): void {
    const name = nameOf(socket);
    this.#sockets.add(socket);
    this.#arrivals.arrive(name, socket.remoteAddress ?? "", () => socket.destroy());
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#arrivals.leave(name);
    });
  }

  /** Speaks RTMP with a connection that arrived, behind TLS or not. */
  serve(socket: Socket): void {
    const [name, address] = [nameOf(socket), socket.remoteAddress ?? ""];
    serveRtmp(socket, async (request) => {
      if (!this.#arrivals.hasRoomFor(address)) return { refused: TOO_MANY };
      const answer = await this.#admit(request);
      if (answer && !("refused" in answer) && !socket.destroyed) this.#arrivals.admit(name, address);
      return answer;
    });
  }

  sendAway(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The same of a connection and of what is decrypted of it. */
const nameOf = ({ remoteAddress, remotePort, localPort }: Socket) => `${remoteAddress} ${remotePort} ${localPort}`;

/** Takes a renewed certificate as soon as it can be used; until then the last one stays. */
function onRenewal(
  files: CertificateFiles,
  take: (pair: { cert: Buffer; key: Buffer }) => void,
  log: Logger,
): () => void {
  const look = () => {
    try {
      take(readCertificate(files));
      log.info("the certificate of RTMPS was renewed");
    } catch (error) {
      log.warn({ err: error }, "the certificate of RTMPS cannot be used; the last one stays");
    }
  };
  const paths = [files.certificateFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: LOOK_AT_CERTIFICATE_MS, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}

/** Listens on a host, and on its counterpart of IPv6; every server that has to be closed goes to `servers`. */
async function listen(server: Server, port: number, host: string, log: Logger, servers: Server[]): Promise<number> {
  server.on("error", (error) => log.error({ err: error }, "publishers cannot be listened for"));
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
