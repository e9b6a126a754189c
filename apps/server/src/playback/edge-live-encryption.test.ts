import { createDecipheriv } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import HLS from "hls-parser";
import { afterAll, expect, test } from "vitest";
import { passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { addProfile, assignProfile } from "../testing/restrictions.ts";
import { anEdge } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
const MASTER = [
  "#EXTM3U",
  "#EXT-X-STREAM-INF:BANDWIDTH=1",
  "source/index.m3u8",
  '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="key-frames/source/index.m3u8"',
  "",
].join("\n");
const WHOLE = [
  ...[
    "#EXTM3U",
    "#EXT-X-VERSION:8",
    "#EXT-X-TARGETDURATION:2",
    "#EXT-X-MEDIA-SEQUENCE:7",
    '#EXT-X-MAP:URI="init-1.mp4"',
  ],
  ...["#EXTINF:2.00000,", "7.m4s", "#EXTINF:2.00000,", "8.m4s", ""],
].join("\n");
/** What a live role has. */
const held = new Map(
  Object.entries({
    "master.m3u8": MASTER,
    "manifest.mpd": "<MPD/>",
    "source/index.m3u8": WHOLE,
    "source/whole.m3u8": WHOLE,
    "source/key-frames.m3u8": WHOLE,
    "source/init-1.mp4": "moov",
    "source/8.m4s": "in memory",
    "captions/index.m3u8": "#EXTM3U\n",
  }),
);
const role = createServer(({ url = "" }, response) => {
  const body = held.get(url.split("/").slice(3).join("/"));
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
await new Promise<void>((resolve) => role.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(role.address() as AddressInfo).port}`;
await services.db.insertInto("stream_hosts").values({ host: "here", url: address, pid: 1 }).execute();
afterAll(async () => {
  await edge.app.close();
  role.close();
});

const get = (path: string) => fetch(edge.url + path, { redirect: "manual" });
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

/** A livestream on air under a profile that asks for encryption. */
async function anEncryptedStream() {
  const stream = await addStream(services, project, { ingest: "receiving" });
  const profileId = await addProfile(services, project, { encrypted: true });
  await assignProfile(services, project, profileId, { stream_id: stream.id });
  await services.storage.put(`live/${stream.id}/source/7.m4s`, Buffer.from("stored"));
  return { ...stream, folder: `/hls/${stream.hash}` };
}

test("viewers get whole segments that are encrypted, which the stream's key decrypts", async () => {
  const { folder } = await anEncryptedStream();
  const master = await (await get(`${folder}/master.m3u8`)).text();
  expect(master).toContain("\nencrypted/source/whole.m3u8\n");
  expect(master).not.toContain("I-FRAME");
  const playlist = HLS.parse(await (await get(`${folder}/encrypted/source/whole.m3u8`)).text());
  if (playlist.isMasterPlaylist) throw new Error("A media playlist was expected.");
  const answer = await get(`${folder}/encrypted/key`);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const key = Buffer.from(await answer.arrayBuffer());
  const clear = await Promise.all(
    playlist.segments.map(async ({ uri, key: how }) => {
      expect(new URL(how?.uri ?? "", `http://edge${folder}/encrypted/source/whole.m3u8`).pathname).toBe(
        `${folder}/encrypted/key`,
      );
      const decipher = createDecipheriv("aes-128-cbc", key, Buffer.from(new Uint8Array(how?.iv ?? new ArrayBuffer(0))));
      const sent = await bytesOf(`${folder}/encrypted/source/${uri}`);
      return Buffer.concat([decipher.update(sent), decipher.final()]).toString();
    }),
  );
  expect(clear).toEqual(["stored", "in memory"]);
  expect((await bytesOf(`${folder}/encrypted/source/init-1.mp4`)).toString()).toBe("moov");
  expect((await get(`${folder}/captions/index.m3u8`)).status).toBe(200);
});

test("nothing of it is served in the clear, and nothing encrypted that has parts or key frames", async () => {
  const { folder } = await anEncryptedStream();
  const message = "This livestream's segments are encrypted. Its playlist lists them.";
  for (const path of ["source/index.m3u8", "source/8.m4s", "video/source/whole.m3u8", "manifest.mpd"]) {
    const answer = await get(`${folder}/${path}`);
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, { message }]);
  }
  for (const path of [
    "encrypted/source/index.m3u8",
    "encrypted/key-frames/source/whole.m3u8",
    "encrypted/manifest.mpd",
  ])
    expect([path, (await get(`${folder}/${path}`)).status]).toEqual([path, 404]);
});

test("a member watches it as without encryption", async () => {
  const { hash } = await anEncryptedStream();
  const until = new Date(Date.now() + 60_000);
  const token = signPlaybackToken(services.secrets.playbackKey, hash, passHolder(project.owner), until);
  const folder = `/hls/~${token}/${hash}`;
  expect(await (await get(`${folder}/master.m3u8`)).text()).toBe(MASTER);
  expect((await bytesOf(`${folder}/source/8.m4s`)).toString()).toBe("in memory");
});
