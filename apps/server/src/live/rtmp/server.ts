import { createServer, type AddressInfo, type Socket } from "node:net";
import type { Logger } from "../../platform/log.ts";
import { serveRtmp, type Admit } from "./session.ts";

const MAXIMUM_CONNECTIONS = 500;
const MAXIMUM_PER_ADDRESS = 300;

/** The door for encoders. */
export interface RtmpServer {
  port: number;
  close(): Promise<void>;
}

/** Listens for publishers. Connections beyond the limits are closed before a byte of theirs is read. */
export async function listenForPublishers(port: number, host: string, admit: Admit, log: Logger): Promise<RtmpServer> {
  const sockets = new Set<Socket>();
  const perAddress = new Map<string, number>();
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (perAddress.get(address) ?? 0) + 1;
    if (count > MAXIMUM_PER_ADDRESS) return void socket.destroy();
    perAddress.set(address, count);
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    serveRtmp(socket, admit);
  });
  server.maxConnections = MAXIMUM_CONNECTIONS;
  server.on("error", (error) => log.error({ err: error }, "publishers cannot be listened for"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
