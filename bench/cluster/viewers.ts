import { Agent, get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { linesOf } from "../../tools/cluster/clients.ts";

/** Between a viewer's looks at a playlist: the length of a segment, as players look (RFC 8216, 6.3.4). */
const LOOK_EVERY_MS = 2_000;

/** What a crowd asked for: milliseconds to the last byte of each request, and what went wrong, by its words. */
export interface Crowd {
  playlists: number[];
  segments: number[];
  errors: Map<string, number>;
}

/** Some viewers of a livestream, each with a connection of its own, who begin evenly within a segment's length. */
export function watch(address: string, viewers: number, signal: AbortSignal): { seen: Crowd; ended: Promise<unknown> } {
  const seen: Crowd = { playlists: [], segments: [], errors: new Map() };
  const ended = Promise.all(
    Array.from({ length: viewers }, async (_, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      await pause((LOOK_EVERY_MS * index) / viewers, signal);
      await watchAlone(address, { agent, name: `viewer ${index}` }, seen, signal);
      agent.destroy();
    }),
  );
  return { seen, ended };
}

interface Viewer {
  agent: Agent;
  /** Tells it apart from the others, who have the same address. */
  name: string;
}

async function watchAlone(master: string, viewer: Viewer, seen: Crowd, signal: AbortSignal): Promise<void> {
  const attempt = async (into: number[], url: string | URL): Promise<string | null> => {
    const began = performance.now();
    try {
      const body = await read(viewer, url);
      into.push(performance.now() - began);
      return body;
    } catch (problem) {
      const words = problem instanceof Error ? problem.message : String(problem);
      seen.errors.set(words, (seen.errors.get(words) ?? 0) + 1);
      return null;
    }
  };
  let media: URL | null = null;
  let last = "";
  while (!signal.aborted) {
    const began = performance.now();
    const playlist: string | null = await attempt(seen.playlists, media ?? master);
    if (playlist !== null && media === null) {
      media = new URL(linesOf(playlist)[0] ?? "", master);
      continue;
    }
    const newest = playlist === null ? "" : (linesOf(playlist).at(-1) ?? "");
    if (media !== null && newest !== "" && newest !== last) await attempt(seen.segments, new URL(newest, media));
    if (newest !== "") last = newest;
    await pause(LOOK_EVERY_MS - (performance.now() - began), signal);
  }
}

/** The text of an answer, compressed on its way as for browsers; a segment's is not kept. @throws Error with a status other than 200 */
function read({ agent, name }: Viewer, url: string | URL): Promise<string> {
  return new Promise((done, fail) => {
    const headers = { "user-agent": name, "accept-encoding": "br" };
    const request = get(url, { agent, headers, timeout: 30_000 }, (response) => {
      const pieces: Buffer[] = [];
      const isText = response.headers["content-type"]?.includes("mpegurl") ?? false;
      response.on("data", (piece: Buffer) => isText && pieces.push(piece));
      response.once("error", fail);
      response.once("end", () => {
        if (response.statusCode !== 200) return fail(new Error(String(response.statusCode)));
        const body = Buffer.concat(pieces);
        const isDense = response.headers["content-encoding"] === "br";
        done((isDense ? brotliDecompressSync(body) : body).toString("latin1"));
      });
    });
    request.once("timeout", () => request.destroy(new Error("no answer within 30 s")));
    request.once("error", fail);
  });
}

/** Waits so many milliseconds, or until it is over. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      wake();
    };
    const timer = setTimeout(end, Math.max(0, milliseconds));
    signal.addEventListener("abort", end);
  });
}
