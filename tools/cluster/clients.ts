import { setTimeout as delay } from "node:timers/promises";
import type { TestCluster } from "./testing.ts";

// As the players' and the tus client's own: tus-js-client retries after 0, 1, 3 and 5 s, hls.js after 1, 2, 4 s and further.
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];
/** Between a player's looks at a playlist. */
const POLL_MS = 250;

/** What a client asked for, and what it had to ask for again. */
export interface ClientDiary {
  requests: number;
  /** What went wrong and was tried again. */
  retried: string[];
  /** What went wrong as often as a client tries. */
  failed: string[];
}

export const emptyDiary = (): ClientDiary => ({ requests: 0, retried: [], failed: [] });

/** Tries as a client does that knows connections break; null when it gives up, which the diary says. */
async function tryAgain<T>(diary: ClientDiary, what: string, attempt: () => Promise<T>): Promise<T | null> {
  for (const pause of [...RETRY_DELAYS_MS, null]) {
    diary.requests += 1;
    try {
      return await attempt();
    } catch (problem) {
      const words = `${what}: ${problem instanceof Error ? problem.message : "?"}`;
      diary[pause === null ? "failed" : "retried"].push(words);
      if (pause !== null) await delay(pause);
    }
  }
  return null;
}

async function fetchOk(url: string | URL, init: RequestInit = {}): Promise<{ answer: Response; body: Buffer }> {
  const answer = await fetch(url, init);
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${answer.status} ${body.toString("utf8").slice(0, 200)}`);
  return { answer, body };
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Uploads bytes in five pieces through the balancer, as tus clients do; the upload's id, or null when it gave up. */
export async function uploadClip(cluster: TestCluster, bytes: Buffer, diary: ClientDiary): Promise<string | null> {
  const headers = { ...cluster.headers, "tus-resumable": "1.0.0" };
  const metadata = `project_id ${base64(String(cluster.project))},filename ${base64("clip.mp4")}`;
  const creating = { ...headers, "upload-length": String(bytes.length), "upload-metadata": metadata };
  const created = await tryAgain(diary, "create", () =>
    fetchOk(`${cluster.urls.api}/uploads`, { method: "POST", headers: creating }),
  );
  const location = created?.answer.headers.get("location");
  if (!location) return null;
  const step = Math.ceil(bytes.length / 5);
  let offset: number | null = 0;
  let isSure = true;
  while (offset !== null && offset < bytes.length) {
    offset = await tryAgain<number>(diary, "append", async () => {
      if (!isSure) {
        const { answer } = await fetchOk(location, { method: "HEAD", headers });
        offset = Number(answer.headers.get("upload-offset"));
      }
      const from = offset ?? 0;
      if (from >= bytes.length) return from;
      // What arrived of a piece that fails is asked for before the next one.
      isSure = false;
      const { answer } = await fetchOk(location, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/offset+octet-stream", "upload-offset": String(from) },
        body: new Uint8Array(bytes.subarray(from, from + step)),
      });
      isSure = true;
      return Number(answer.headers.get("upload-offset"));
    });
  }
  return offset === null ? null : (location.split("/").at(-1) ?? null);
}

/** The addresses that a playlist names. */
export const linesOf = (playlist: string): string[] =>
  playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/** Plays through the balancer as a player does, until `signal`: the playlists, and the newest segment. */
export async function keepPlaying(
  { urls }: TestCluster,
  hash: string,
  diary: ClientDiary,
  signal: AbortSignal,
): Promise<void> {
  const master = `${urls.edge}/hls/${hash}/master.m3u8`;
  const get = (url: string | URL) => tryAgain(diary, new URL(url).pathname, () => fetchOk(url));
  while (!signal.aborted) {
    const variants = await get(master);
    const media = variants && new URL(linesOf(variants.body.toString("utf8"))[0] ?? "", master);
    const playlist = media && (await get(media));
    const newest = playlist && linesOf(playlist.body.toString("utf8")).at(-1);
    if (newest) await get(new URL(newest, media));
    await delay(POLL_MS);
  }
}
