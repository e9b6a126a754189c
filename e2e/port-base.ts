import { createServer, type Server } from "node:net";

// Below the ranges of outgoing connections and of `freePort`: a product finds ports for its roles while those of its claim are
// still free.
const firstBase = 12_000;
const lastBase = 19_980;
const step = 10;

/** Ten ports in a row that belong to one environment until it gives them back. */
export interface PortClaim {
  /** KINORA_PORT; the base and the seven after it are free. */
  base: number;
  /** KINORA_RTMP_PORT. */
  rtmp: number;
  release(): void;
}

/**
 * Finds ports for one Kinora. Two tests that search at the same time never get the same ones: the last port of the ten is
 * held open for as long as the claim lasts, and only its holder may use the other nine.
 */
export async function claimPorts(): Promise<PortClaim> {
  const places = (lastBase - firstBase) / step;
  const start = Math.floor(Math.random() * places);
  for (let tried = 0; tried < places; tried += 1) {
    const base = firstBase + ((start + tried) % places) * step;
    const guard = await listen(base + step - 1);
    if (!guard) continue;
    if (await areFree(base, step - 1)) return { base, rtmp: base + 8, release: () => guard.close() };
    guard.close();
  }
  throw new Error("No ten free ports in a row were found between 12000 and 19989.");
}

async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port += 1) {
    const server = await listen(port);
    if (!server) return false;
    await new Promise<void>((done) => server.close(() => done()));
  }
  return true;
}

function listen(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer();
    server.unref();
    server.once("error", () => done(null));
    server.listen({ port, exclusive: true }, () => done(server));
  });
}
