import { once } from "node:events";
import { connect as dial, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a server of TCP that a test can interrupt. */
export interface BreakableWay {
  /** The address through it. */
  url: string;
  /** Ends connections with a reset, as a network does, and refuses new ones until `mend`. */
  cut(): void;
  /** Keeps connections open, the new ones included, and passes nothing on until `mend`: a server that froze. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A way to the server of an address, for one test. */
export async function breakableWay(target: string): Promise<BreakableWay> {
  const way = await openBreakableWay(target);
  onTestFinished(() => way.close());
  return way;
}

/** The same for all tests of a file, which closes it. */
export async function openBreakableWay(target: string): Promise<BreakableWay> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "frozen" = "open";
  const way = createServer((near) => {
    if (state === "cut") return near.resetAndDestroy();
    const far = dial(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => sockets.delete(from));
      from.pipe(to);
      if (state === "frozen") from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  url.hostname = "127.0.0.1";
  url.port = String((way.address() as AddressInfo).port);
  const cut = () => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    cut() {
      state = "cut";
      cut();
    },
    freeze() {
      state = "frozen";
      sockets.forEach((socket) => socket.pause());
    },
    mend() {
      state = "open";
      sockets.forEach((socket) => socket.resume());
    },
    async close() {
      way.close();
      cut();
      await once(way, "close");
    },
  };
}
