import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A server on this machine that takes connections and never says a word. */
export async function silentServer(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => void socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, close: () => void server.close() };
}
