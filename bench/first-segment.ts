import { get, type Agent } from "node:http";

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 60_000;

/**
 * Asks like an impatient player until the first segment of a video's first rendition has come; answers when
 * (`performance.now()`). @throws Error when that takes a minute.
 */
export async function firstSegment(agent: Agent, edge: string, hash: string): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  let address = `${edge}/hls/${hash}/master.m3u8`;
  for (;;) {
    const { status, body } = await fetchBody(agent, address);
    if (status === 200) {
      if (address.endsWith(".m4s")) return performance.now();
      address = new URL(next(body.toString(), address), address).href;
      continue;
    }
    if (performance.now() > deadline) throw new Error(`${address} did not play within ${PATIENCE_MS / 1_000} s.`);
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS));
  }
}

/** The first address a playlist lists: a rendition of a master playlist, a segment of a media playlist. */
function next(playlist: string, address: string): string {
  const line = playlist.split("\n").find((text) => text !== "" && !text.startsWith("#"));
  if (!line) throw new Error(`The playlist ${address} lists nothing.`);
  return line;
}

function fetchBody(agent: Agent, address: string): Promise<{ status: number; body: Buffer }> {
  return new Promise((done, fail) => {
    get(address, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.once("error", fail);
    }).once("error", fail);
  });
}
