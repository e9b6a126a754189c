import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { aProject } from "../platform/testing.ts";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { addProfile, assignProfile, onlyOn } from "../testing/restrictions.ts";
import { signViewerPass, type ViewerPass } from "./gate/viewer-pass.ts";
import { anEdge } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
const { playbackKey } = services.secrets;
/** A live role that has every file. */
const role = createServer((_, response) => response.writeHead(200).end("#EXTM3U\n"));
const PAGE = "https://example.com/watch";
/** Everything that is served of a livestream on air below its folder. */
const PATHS = [
  ...["master.m3u8", "manifest.mpd", "picture.jpg", "pictures/paused-1.jpg"],
  ...["source/index.m3u8", "source/index.m3u8?_HLS_msn=7&_HLS_part=0", "source/whole.m3u8"],
  ...["source/init-1.mp4", "source/7.m4s", "source/7.0.m4s", "source/7.m4s?init=source/init-1.mp4"],
  ...["source/loop-abcd-1.mp4", "source/loop-abcd-1-2-3.m4s", "source/slate-0123456789-0-0.m4s"],
  ...["video/source/index.m3u8", "video/source/7.m4s", "audio/source/7.0.m4s", "key-frames/source/index.m3u8"],
  ...["key-frames/source/7.m4s", "sound-1/index.m3u8", "sound-1/init.mp4", "sound-1/7.m4s"],
  ...["captions/index.m3u8", "captions/7.vtt"],
  ...["encrypted/key", "encrypted/source/whole.m3u8", "encrypted/source/7.m4s", "encrypted/audio/source/7.m4s"],
];

beforeAll(async () => {
  await new Promise<void>((resolve) => role.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(role.address() as AddressInfo).port}`;
  await services.db.insertInto("stream_hosts").values({ host: "here", url, pid: 1 }).execute();
});
afterAll(async () => {
  await edge.app.close();
  role.close();
});

const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(edge.url + path, { redirect: "manual", headers })).status;

/** A livestream on air that example.com may show. */
async function aRestrictedStream() {
  const stream = await addStream(services, project, { ingest: "receiving" });
  const profileId = await addProfile(services, project, onlyOn("example.com"));
  await assignProfile(services, project, profileId, { stream_id: stream.id });
  return { ...stream, profileId };
}

const viewerPass = (hash: string, of: Partial<ViewerPass> = {}): string =>
  signViewerPass(playbackKey, "viewer", hash, {
    ...{ expiresAt: Math.floor(Date.now() / 1_000) + 600, session: "a-viewer", page: PAGE },
    ...{ token: null, password: null, playlist: null, ...of },
  });

test("no address of a restricted livestream accepts a pass of another, an expired one, or none", async () => {
  const { hash } = await aRestrictedStream();
  const other = await aRestrictedStream();
  const stranger = await aProject(services);
  const until = new Date(Date.now() + 60_000);
  const foreign = {
    "of another livestream": viewerPass(other.hash),
    expired: viewerPass(hash, { expiresAt: Math.floor(Date.now() / 1_000) - 1 }),
    "of another page": viewerPass(hash, { page: "https://example.org/" }),
    "for a password": signViewerPass(playbackKey, "password", hash, {
      ...{ expiresAt: Math.floor(Date.now() / 1_000) + 600, session: "a-viewer", page: PAGE },
      ...{ token: null, password: null, playlist: null },
    }),
    "of another key": signViewerPass("another key", "viewer", hash, {
      ...{ expiresAt: Math.floor(Date.now() / 1_000) + 600, session: "a-viewer", page: PAGE },
      ...{ token: null, password: null, playlist: null },
    }),
    "of a member of another tenant": signPlaybackToken(playbackKey, hash, passHolder(stranger.owner), until),
    "of a member, for another livestream": signPlaybackToken(playbackKey, other.hash, passHolder(project.owner), until),
  };
  for (const [name, pass] of Object.entries(foreign))
    for (const path of PATHS)
      expect([name, path, await statusOf(`/hls/~${pass}/${hash}/${path}`)]).toEqual([name, path, 403]);
  for (const path of PATHS) {
    expect(["none", path, await statusOf(`/hls/${hash}/${path}`)]).toEqual(["none", path, 403]);
    expect([path, await statusOf(`/hls/${hash}/${path}`, { referer: PAGE })]).toEqual([path, 302]);
  }
});

test("every address of a livestream follows a change of its profile within seconds", async () => {
  const { hash, profileId } = await aRestrictedStream();
  const pass = viewerPass(hash);
  const refused = async () => {
    const all = await Promise.all(PATHS.map((path) => statusOf(`/hls/~${pass}/${hash}/${path}`)));
    return PATHS.filter((_, at) => all[at] === 403);
  };
  expect(await refused()).toEqual([]);
  const policy = JSON.stringify({ ...OPEN_POLICY, ...onlyOn("example.org") });
  await services.db
    .updateTable("restriction_profiles")
    .set({ policy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", profileId)
    .execute();
  await vi.waitFor(async () => expect(await refused()).toEqual(PATHS));
});
