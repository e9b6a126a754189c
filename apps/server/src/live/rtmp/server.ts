import { unwatchFile, watchFile } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { listenOnIpv6Too } from "../../platform/both-families.ts";
import { readCertificate, type CertificateFiles } from "../../platform/certificate.ts";
import type { Logger } from "../../platform/log.ts";
import { serveRtmp, type Admit } from "./session.ts";

const MAXIMUM_CONNECTIONS = 500;
const MAXIMUM_PER_ADDRESS = 300;
/** From the connection to the end of the TLS handshake. */
const HANDSHAKE_MS = 10_000;
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

/** Listens for publishers. Connections beyond the limits, which count for both doors, are closed before a byte of theirs is read. */
export async function listenForPublishers(doors: RtmpDoors, admit: Admit, log: Logger): Promise<RtmpServer> {
  const guests = new Guests();
  const plain = createServer((socket) => {
    if (guests.take(socket)) serveRtmp(socket, admit);
  });
  const servers: Server[] = [];
  const port = await listen(plain, doors.port, doors.host, log, servers);
  let securePort: number | null = null;
  let stopWatching: () => void = () => undefined;
  if (doors.secure) {
    const { secure } = doors;
    const server = createSecureServer({ ...readCertificate(secure), handshakeTimeout: HANDSHAKE_MS }, (socket) =>
      serveRtmp(socket, admit),
    );
    server.on("connection", (socket: Socket) => {
      guests.take(socket);
    });
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

/** Who is connected, and from where. */
class Guests {
  readonly #sockets = new Set<Socket>();
  readonly #perAddress = new Map<string, number>();

  /** Lets a connection in, or closes it. */
  take(socket: Socket): boolean {
    const address = socket.remoteAddress ?? "";
    const count = (this.#perAddress.get(address) ?? 0) + 1;
    if (count > MAXIMUM_PER_ADDRESS || this.#sockets.size >= MAXIMUM_CONNECTIONS) {
      socket.destroy();
      return false;
    }
    this.#perAddress.set(address, count);
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      const left = (this.#perAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#perAddress.set(address, left);
      else this.#perAddress.delete(address);
    });
    return true;
  }

  sendAway(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

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
