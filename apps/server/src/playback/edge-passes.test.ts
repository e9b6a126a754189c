import { deleteRows, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Caller } from "../platform/access/caller.ts";
import { memberLinks, originalLink, passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { aMember, aProject, as } from "../platform/testing.ts";
import { sharedProject, addApiKey } from "../testing/fixtures.ts";
import { setClockAhead } from "../testing/monotonic-clock.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);

afterEach(() => vi.useRealTimers());

afterAll(() => edge.app.close());

const FILES = ["v1/720p/init.mp4", "v1/posters/720p.jpg", "v1/storyboard/storyboard.vtt", "v1/mp4/720p.mp4"];

async function aHiddenVideo(uploader: number | null = null): Promise<TestVideo> {
  const video = await aVideo(services, project, { published: false });
  await aRendition(services, project, video, { label: "720p" });
  for (const name of FILES) await services.storage.put(`assets/${video.id}/${name}`, Buffer.from(name));
  const key = `sources/${video.hash}`;
  await services.storage.put(key, Buffer.from("original"));
  await updateRows(services, "videos", { id: video.id }, { user_id: uploader, source_key: key, file_name: "film.mov" });
  return video;
}

const status = async (path: string) => (await fetch(edge.url + path)).status;

/** The status of every link that a member gets, by its name. */
async function answers({ hash }: TestVideo, caller: Caller): Promise<Record<string, number>> {
  const context = as(services, caller);
  const paths = {
    ...Object.fromEntries(
      ["master.m3u8", ...FILES].map((name) => [name, new URL(memberLinks(context, hash).file(name)).pathname]),
    ),
    original: new URL(originalLink(context, hash).url).pathname,
    page: memberLinks(context, hash).preview().slice(context.config.urls.edge.length),
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await status(path)] as const)),
  );
}

const all = (code: number) => ({
  ...Object.fromEntries(["master.m3u8", ...FILES, "original", "page"].map((name) => [name, code])),
});

async function aKey(scopes: string[], expiresAt: Date | null = null): Promise<Caller & { kind: "api_key" }> {
  const { id } = await addApiKey(services, project, { scopes, expires_at: expiresAt });
  return { kind: "api_key", keyId: id, projectId: project.projectId, accountId: project.accountId, permissions: [] };
}

test("a pass plays an unpublished video, through addresses that inherit it, and no other video", async () => {
  const hidden = await aHiddenVideo();
  const other = await aHiddenVideo();
  const holder = passHolder(project.owner);
  const sign = (expiresAt: number) =>
    signPlaybackToken(services.secrets.playbackKey, hidden.hash, holder, new Date(expiresAt));
  const token = sign(Date.now() + 60_000);
  const master = await fetch(`${edge.url}/hls/~${token}/${hidden.hash}/master.m3u8`);
  expect([master.status, master.headers.get("cache-control")]).toEqual([200, "private, max-age=2"]);
  expect(await master.text()).toContain("\nv1/720p/index.m3u8");
  const init = await fetch(`${edge.url}/hls/~${token}/${hidden.hash}/v1/720p/init.mp4`);
  expect([init.status, init.headers.get("cache-control")]).toEqual([200, "private, max-age=8"]);
  expect(await status(`/hls/~${token}/${other.hash}/master.m3u8`)).toBe(404);
  expect(await status(`/hls/~${sign(Date.now() - 1_000)}/${hidden.hash}/master.m3u8`)).toBe(404);
});

/** Ways in which the holder of a pass loses the rights it was made for. */
const ENDINGS: Record<string, (member: Caller & { kind: "user" }) => Promise<unknown>> = {
  "the member was removed from the project": ({ userId }) =>
    deleteRows(services, "project_members", { user_id: userId }),
  "the member's role lost video_view": ({ userId }) =>
    services.db
      .updateTable("roles")
      .set({ permissions: ["video_edit", "video_download"] })
      .where(({ eb, selectFrom }) =>
        eb("id", "=", selectFrom("project_members").select("role_id").where("user_id", "=", userId)),
      )
      .execute(),
  "the person was blocked": ({ userId }) => updateRows(services, "users", { id: userId }, { status: "blocked" }),
};

test.each(Object.keys(ENDINGS))("passes end within two seconds when %s", async (what) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const video = await aHiddenVideo();
  const member = await aMember(services, project, ["video_view", "video_download"]);
  expect(await answers(video, member)).toEqual(all(200));
  await ENDINGS[what]?.(member);
  vi.advanceTimersByTime(2_000);
  expect(await answers(video, member)).toEqual(all(404));
});

test("passes of an API key end when it is switched off, deleted or runs out", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const video = await aHiddenVideo();
  const [off, gone, expired] = [await aKey(["full"]), await aKey(["full"]), await aKey(["full"])];
  for (const key of [off, gone, expired]) expect(await answers(video, key)).toEqual(all(200));
  const now = new Date();
  await updateRows(services, "api_keys", { id: off.keyId }, { disabled_at: now });
  await deleteRows(services, "api_keys", { id: gone.keyId });
  await updateRows(services, "api_keys", { id: expired.keyId }, { expires_at: now });
  vi.advanceTimersByTime(2_000);
  for (const key of [off, gone, expired]) expect(await answers(video, key)).toEqual(all(404));
});

test("people of another account hold no pass for this project's videos", async () => {
  const video = await aHiddenVideo();
  const outsider = await aProject(services);
  expect(await answers(video, outsider.owner)).toEqual(all(404));
});

test("while downloads are switched off for its account, whole files of a published video are for those who may download", async () => {
  const video = await aHiddenVideo();
  await updateRows(services, "videos", { id: video.id }, { published: true });
  const [holder, viewer] = [
    await aMember(services, project, ["video_view", "video_download"]),
    await aMember(services, project, ["video_view"]),
  ];
  await insertRow(services, "account_features", {
    account_id: project.accountId,
    feature: "downloads",
    allowed: false,
  });
  try {
    setClockAhead(2_000);
    await vi.waitFor(async () => expect(await status(`/hls/${video.hash}/v1/mp4/720p.mp4`)).toBe(404), {
      timeout: 10_000,
    });
    expect(await status(`/hls/${video.hash}/v1/720p/init.mp4`)).toBe(200);
    expect((await answers(video, viewer))["v1/mp4/720p.mp4"]).toBe(404);
    expect((await answers(video, holder))["v1/mp4/720p.mp4"]).toBe(200);
  } finally {
    await deleteRows(services, "account_features", { account_id: project.accountId });
  }
  setClockAhead(2_000);
  await vi.waitFor(async () => expect(await status(`/hls/${video.hash}/v1/mp4/720p.mp4`)).toBe(200), {
    timeout: 10_000,
  });
});

test("whole files of an unpublished video are for those who may download", async () => {
  const video = await aHiddenVideo();
  const viewer = await aMember(services, project, ["video_view"]);
  expect(await answers(video, viewer)).toEqual({ ...all(200), "v1/mp4/720p.mp4": 404, original: 404 });
  const shown = await aHiddenVideo();
  await updateRows(services, "videos", { id: shown.id }, { published: true });
  expect(await status(`/hls/${shown.hash}/v1/mp4/720p.mp4`)).toBe(200);
});

test.each<[string, Permission[], number]>([
  ["may add videos", ["video_add"], 200],
  ["may do nothing with videos any more", ["tags_view"], 404],
])("an uploader who %s sees their own video alike on the edge", async (_what, permissions, expected) => {
  const uploader = await aMember(services, project, permissions);
  const own = await answers(await aHiddenVideo(uploader.userId), uploader);
  expect([own["master.m3u8"], own["page"]]).toEqual([expected, expected]);
  expect(await answers(await aHiddenVideo(project.ownerId), uploader)).toEqual(all(404));
});
