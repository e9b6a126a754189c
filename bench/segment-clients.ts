import { Agent, get } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { Agent as SecureAgent, get as getSecure } from "node:https";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { toLoopback } from "../tools/deploy/outside-client.ts";
import { noiseFile } from "./noise-video.ts";

const CLIENTS = 16;
/** As Chromium sets them, in bytes. */
const WINDOWS = { stream: 6 * 1024 ** 2, session: 15 * 1024 ** 2 };

/** One viewer with a connection of its own. */
export interface SegmentClient {
  /** Fetches an address and forgets what comes. @throws Error unless it is answered with 200. */
  fetch(address: string): Promise<void>;
  close(): void;
}

/**
 * 16 clients fetch the `count` segments under `url` in turn, until there were so many requests. Over connections of their own:
 * those that waited through another round may be closed by then.
 */
export async function fetchSegments(
  open: () => SegmentClient,
  url: string,
  { count, requests }: { count: number; requests: number },
): Promise<void> {
  let asked = 0;
  const watch = async () => {
    const client = open();
    try {
      while (asked < requests) await client.fetch(`${url}/${noiseFile(asked++ % count)}`);
    } finally {
      client.close();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, watch));
}

export function plainClient(): SegmentClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { fetch: (address) => fetchOver(get, agent, address), close: () => agent.destroy() };
}

/** Over TLS with HTTP/1.1, to any name on this machine. @param ca PEM of who signed the certificate */
export function secureClient(ca: string): SegmentClient {
  const agent = new SecureAgent({ keepAlive: true, maxSockets: 1, ca, lookup: toLoopback });
  return { fetch: (address) => fetchOver(getSecure, agent, address), close: () => agent.destroy() };
}

/** Over TLS with HTTP/2, to one name on this machine. @param ca PEM of who signed the certificate */
export function http2Client(ca: string, origin: string): SegmentClient {
  const { hostname: servername, port } = new URL(origin);
  const session = connectHttp2(origin, {
    settings: { initialWindowSize: WINDOWS.stream, enablePush: false },
    createConnection: () =>
      connectTls({ socket: connectTcp(Number(port), "127.0.0.1"), servername, ca, ALPNProtocols: ["h2"] }),
  });
  session.once("connect", () => session.setLocalWindowSize(WINDOWS.session));
  return {
    fetch: (address) =>
      new Promise((done, fail) => {
        session.once("error", fail);
        const stream = session.request({ ":path": new URL(address).pathname });
        stream.once("error", fail);
        stream.once("response", ({ ":status": status }) => refuseOther(status, fail));
        stream.once("end", () => {
          session.off("error", fail);
          done();
        });
        stream.resume();
      }),
    close: () => session.destroy(),
  };
}

const refuseOther = (status: number | undefined, fail: (problem: Error) => void) => {
  if (status !== 200) fail(new Error(`A segment was answered with ${status}.`));
};

function fetchOver(getter: typeof get, agent: Agent, address: string): Promise<void> {
  return new Promise((done, fail) => {
    getter(address, { agent }, (response) => {
      refuseOther(response.statusCode, fail);
      response.resume().once("end", () => done());
    }).once("error", fail);
  });
}
