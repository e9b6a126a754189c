import { setTimeout as delay } from "node:timers/promises";

/** A caller of the API who has nothing but its addresses and a key. */
export interface ApiCaller {
  api: string;
  edge: string;
  projectId: number;
  key: string;
}

const TUS = { "tus-resumable": "1.0.0" };
const TYPE = "application/offset+octet-stream";
const headersOf = ({ key }: ApiCaller) => ({ authorization: `Bearer ${key}` });

/** @throws Error with what was answered in place of this status */
async function expectStatus(answer: Response, status: number): Promise<Response> {
  if (answer.status !== status) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Begins an upload of so many bytes; answers its id. */
export async function beginUpload(caller: ApiCaller, name: string, sizeBytes: number): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const answer = await fetch(`${caller.api}/uploads`, {
    method: "POST",
    headers: {
      ...{ ...TUS, ...headersOf(caller), "upload-length": String(sizeBytes) },
      "upload-metadata": `project_id ${base64(String(caller.projectId))},filename ${base64(name)}`,
    },
  });
  return (await expectStatus(answer, 201)).headers.get("location")?.split("/").at(-1) ?? "";
}

/** How many bytes of an upload have arrived; null where there is no such upload. */
export async function offsetOf(caller: ApiCaller, id: string): Promise<number | null> {
  const answer = await fetch(`${caller.api}/uploads/${id}`, {
    method: "HEAD",
    headers: { ...TUS, ...headersOf(caller) },
  });
  if (answer.status === 404) return null;
  return Number((await expectStatus(answer, 200)).headers.get("upload-offset"));
}

/** Sends bytes of an upload from an offset on. */
export async function sendFrom(caller: ApiCaller, id: string, offset: number, bytes: Uint8Array): Promise<void> {
  const answer = await fetch(`${caller.api}/uploads/${id}`, {
    method: "PATCH",
    headers: { ...TUS, ...headersOf(caller), "content-type": TYPE, "upload-offset": String(offset) },
    body: new Uint8Array(bytes),
  });
  await expectStatus(answer, 204);
}

async function readData<T>(caller: ApiCaller, path: string): Promise<T> {
  const answer = await fetch(`${caller.api}${path}`, { headers: headersOf(caller) });
  return ((await (await expectStatus(answer, 200)).json()) as { data: T }).data;
}

/** The video of an upload. */
export async function videoOf(caller: ApiCaller, uploadId: string): Promise<number> {
  return (await readData<{ video_id: number }>(caller, `/uploads/${uploadId}/status`)).video_id;
}

/** Uploads a whole file; answers its video. */
export async function uploadWhole(caller: ApiCaller, name: string, bytes: Uint8Array): Promise<number> {
  const id = await beginUpload(caller, name, bytes.length);
  await sendFrom(caller, id, 0, bytes);
  return videoOf(caller, id);
}

/** Waits until a video is complete, publishes it and answers its hash. @throws Error when it failed, or after the limit */
export async function untilPublished(caller: ApiCaller, videoId: number, limitMs: number): Promise<string> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const video = await readData<{ status: string; hash: string }>(caller, `/videos/${videoId}`);
    if (video.status === "complete") {
      const answer = await fetch(`${caller.api}/videos/${videoId}/publish`, {
        method: "PATCH",
        headers: { ...headersOf(caller), "content-type": "application/json" },
        body: JSON.stringify({ published: true }),
      });
      await expectStatus(answer, 200);
      return video.hash;
    }
    if (video.status === "failed" || performance.now() > deadline)
      throw new Error(`The video ${videoId} is ${video.status}.`);
    await delay(250);
  }
}

/** Fetches every segment of every rendition of a video; answers their seconds in all (RFC 8216, 4.3.2.1). */
export async function playAll({ edge }: Pick<ApiCaller, "edge">, hash: string): Promise<number> {
  const linesOf = async (url: string) => (await (await expectStatus(await fetch(url), 200)).text()).split("\n");
  const uris = (lines: string[]) => lines.filter((line) => line !== "" && !line.startsWith("#"));
  const master = `${edge}/hls/${hash}/master.m3u8`;
  let seconds = 0;
  for (const rendition of uris(await linesOf(master))) {
    const playlist = new URL(rendition, master).href;
    const lines = await linesOf(playlist);
    for (const uri of uris(lines)) {
      const segment = await expectStatus(await fetch(new URL(uri, playlist)), 200);
      if ((await segment.arrayBuffer()).byteLength === 0) throw new Error(`${segment.url} is empty.`);
    }
    seconds += lines.reduce((sum, line) => sum + Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0), 0);
  }
  return seconds;
}

/** What the roles with a port say of themselves: their statuses, in the order of their ports. */
export function readiness(base: number): Promise<number[]> {
  const ask = async (offset: number) => (await fetch(`http://127.0.0.1:${base + offset}/readyz`)).status;
  return Promise.all([0, 1, 2, 3].map(ask));
}
