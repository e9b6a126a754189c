import { createServer, type Server, type Socket } from "node:net";
import type { Config } from "../platform/config.ts";
import { EVERYWHERE, listenOnIpv6Too } from "../platform/http/both-families.ts";
import { arrivalMessage, takenConnection } from "../tls/connections.ts";
import { httpsPorts } from "../tls/public-places.ts";
import type { WantedPort } from "./ports.ts";
import type { RunningRoles } from "./supervisor.ts";

/** The process that speaks TLS. */
export const TLS_PROCESS = "tls";
/** Connections that the process of TLS has not taken yet; it is started again meanwhile, or busy. */
const MOST_WAITING = 1_000;

interface Arrived {
  connection: Socket;
  secure: boolean;
}

/** The ports of HTTPS and of redirects to it, which this machine serves itself; none behind a proxy. */
export function tlsPorts(config: Config): WantedPort[] {
  const secure = httpsPorts(config).map((port) => ({ port, purpose: "HTTPS", setting: "KINORA_HTTPS_PORT" }));
  const plain = secure.length > 0 ? (config.tls?.httpPort ?? null) : null;
  return [
    ...secure,
    ...(plain === null ? [] : [{ port: plain, purpose: "redirects to HTTPS", setting: "KINORA_HTTP_PORT" }]),
  ].map((wanted) => ({ ...wanted, opensBeforeRootIsDropped: true }));
}

/**
 * Ports that stay open for as long as the supervisor runs, opened while it may be root: it accepts connections and passes each
 * on, so that the process of TLS needs no rights and may be started again without a refused connection.
 */
export class TlsListeners {
  readonly #servers: Server[] = [];
  readonly #waiting = new Map<number, Arrived>();
  #roles: Pick<RunningRoles, "handOver"> | null = null;
  #count = 0;

  /** Opens the ports. @throws Error of the system */
  async open(config: Config): Promise<void> {
    for (const { port } of tlsPorts(config)) {
      const secure = port !== config.tls?.httpPort;
      const server = createServer({ pauseOnConnect: true, noDelay: true }, (connection) =>
        this.#accept({ connection, secure }),
      );
      await new Promise<void>((done, fail) => {
        server.once("error", fail);
        server.listen(port, EVERYWHERE, () => {
          server.off("error", fail);
          done();
        });
      });
      this.#servers.push(server);
      const second = await listenOnIpv6Too(server, EVERYWHERE, { pauseOnConnect: true });
      if (second) this.#servers.push(second);
    }
  }

  /** A process of TLS has started: it gets what an earlier one did not take, and all that comes. */
  serve(roles: Pick<RunningRoles, "handOver">): void {
    this.#roles = roles;
    for (const id of this.#waiting.keys()) this.#handOver(id);
  }

  /** A message of a process: it may say that it took a connection. */
  hear(message: unknown): void {
    const id = takenConnection(message);
    if (id !== null) this.#forget(id);
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const id of this.#waiting.keys()) this.#forget(id);
  }

  #accept(arrived: Arrived): void {
    if (this.#waiting.size >= MOST_WAITING) {
      arrived.connection.destroy();
      return;
    }
    const id = (this.#count += 1);
    this.#waiting.set(id, arrived);
    arrived.connection.on("error", () => this.#forget(id));
    this.#handOver(id);
  }

  #handOver(id: number): void {
    const arrived = this.#waiting.get(id);
    if (arrived) this.#roles?.handOver(TLS_PROCESS, arrivalMessage(id, arrived.secure), arrived.connection);
  }

  /** Closes this process's end; a connection that was taken stays open at the other's. */
  #forget(id: number): void {
    this.#waiting.get(id)?.connection.destroy();
    this.#waiting.delete(id);
  }
}
