import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { SignJWT } from "jose";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { SIGNING_SECRET } from "../../platform/access/viewer-token.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { hashPlaybackPassword } from "../../platform/secrets/playback-password.ts";
import { seal } from "../../platform/secrets/sealed.ts";
import { aMember, aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, ownedBy, addPlaylist } from "../../testing/fixtures.ts";
import { setClockAhead } from "../../testing/monotonic-clock.ts";
import { addProfile, assignProfile } from "../../testing/restrictions.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "../testing.ts";

const SECRET = "a secret of the project";
const PASSWORD = "open sesame";

let project: TestProject;
let owner: { project_id: number; account_id: number };
let kid: string;

const services = await sharedServices();
const edge = await anEdge(services, { recordsMs: 100 });
beforeEach(async () => {
  project = await aProject(services);
  owner = ownedBy(project);
  kid = newHash();
  const secret = seal(services.secrets.encryptionKey, SIGNING_SECRET, SECRET);
  await insertRow(services, "signing_keys", { ...owner, kid, algorithm: "HS256", secret });
});
afterAll(() => edge.app.close());

const aProfile = async (policy: Partial<RestrictionPolicy>): Promise<number> =>
  addProfile(services, project, policy, { password_hash: await hashPlaybackPassword(PASSWORD) });

async function aFilm(title: string, profileId: number | null): Promise<TestVideo> {
  const video = await aVideo(services, project, { title });
  await aRendition(services, project, video, { label: "720p" });
  if (profileId !== null) await assignProfile(services, project, profileId, { video_id: video.id });
  return video;
}

async function aPlaylist(
  videos: readonly TestVideo[],
  profileId: number | null,
): Promise<{ id: number; hash: string }> {
  const playlist = await addPlaylist(services, project, { name: "A quiet evening", feed: true }, videos);
  if (profileId !== null) await assignProfile(services, project, profileId, { playlist_id: playlist.id });
  return playlist;
}

const aToken = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid })
    .setExpirationTime("1 hour")
    .sign(new TextEncoder().encode(SECRET));

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(edge.url + path, { headers, redirect: "manual" });

/** What a playlist's page has for its player. */
interface Page {
  entries: { title: string }[];
  pass: string | null;
  is_preview: boolean;
}
function pageOf(html: string): Page {
  const data = /data-playlist="([^"]*)"/.exec(html)?.[1] ?? "{}";
  return JSON.parse(data.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as Page;
}
const titlesOf = ({ entries }: Page) => entries.map(({ title }) => title);

/** What a player gets for a video of a page. */
async function ask(playlist: string, { hash }: TestVideo, pass: string | null) {
  const response = await get(`/embed/${playlist}/videos/${hash}.json${pass === null ? "" : `?token=${pass}`}`);
  const { master, code } = (await response.json()) as { master?: string; code?: string };
  return { status: response.status, master: master ?? "", code };
}

test("one token opens a playlist and all its videos for one viewer, and nothing outside of it", async () => {
  const signed = await aProfile({ signed: true, sessions: 1 });
  const films = [await aFilm("One", signed), await aFilm("Two", signed)];
  const other = await aFilm("Not listed", signed);
  const playlist = await aPlaylist(films, signed);
  const token = await aToken({ playlist: playlist.hash });
  expect((await get(`/embed/${playlist.hash}`)).headers.get("x-kinora-reason")).toBe("token_missing");
  // A page around the player is no viewer of the token.
  const share = await (await get(`/v/${playlist.hash}?token=${token}`)).text();
  expect(share).toContain("2 videos");
  expect(share).toContain(`/embed/${playlist.hash}?token=${token}`);
  const page = pageOf(await (await get(`/embed/${playlist.hash}?token=${token}`)).text());
  expect(titlesOf(page)).toEqual(["One", "Two"]);
  const played = await Promise.all(films.map((film) => ask(playlist.hash, film, page.pass)));
  for (const { status, master } of played) {
    expect([status, master.includes("/~")]).toEqual([200, true]);
    expect((await get(master)).status).toBe(200);
  }
  expect(await ask(playlist.hash, other, page.pass)).toMatchObject({ status: 403, code: "token_for_other_item" });
  expect(await ask(playlist.hash, films[0] ?? other, null)).toMatchObject({ status: 403, code: "pass_expired" });
  const elsewhere = await get(`/embed/${films[0]?.hash}?token=${token}`);
  expect(elsewhere.headers.get("x-kinora-reason")).toBe("token_for_other_item");
  expect((await get(`/hls/${other.hash}/master.m3u8?token=${token}`)).status).toBe(403);
  // The one viewer is on the page; another one has to wait until they leave.
  const second = () => get(`/embed/${playlist.hash}?token=${token}`);
  expect((await second()).headers.get("x-kinora-reason")).toBe("too_many_sessions");
  await fetch(`${edge.url}/embed/${playlist.hash}/left?token=${page.pass}`, { method: "POST" });
  expect((await second()).status).toBe(200);
});

test("a feed takes the token of its playlist, and its addresses play the videos for as long as the token counts", async () => {
  const signed = await aProfile({ signed: true, sessions: 1 });
  const films = [await aFilm("One", signed), await aFilm("Open", null)];
  await updateRows(
    services,
    "videos",
    { id: films[0]?.id ?? 0 },
    { images: JSON.stringify({ "720p": `assets/${films[0]?.id}/v1/posters/720p.jpg` }) },
  );
  const playlist = await aPlaylist(films, signed);
  const feed = (query = "") => get(`/feed/${playlist.hash}.xml${query}`);
  const refused = await feed();
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([403, { code: "token_missing" }]);
  const foreign = await feed(`?token=${await aToken({ playlist: "anotherlist" })}`);
  expect((await foreign.json()) as unknown).toMatchObject({ code: "token_for_other_item" });
  const token = await aToken({ playlist: playlist.hash });
  const response = await feed(`?token=${token}`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  // Reading it twice makes no viewers: the token is for one.
  const xml = await (await feed(`?token=${token}`)).text();
  const [one = "", open = ""] = xml.split("<item>").slice(1);
  const urls = [...one.matchAll(/(?:url|href)="([^"]+)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
  const media = urls.filter((url) => url.includes("/hls/")).map((url) => new URL(url).pathname);
  expect([...new Set(media.map((path) => path.replace(/~[^/]+/, "~PASS")))]).toEqual([
    `/hls/~PASS/${films[0]?.hash}/master.m3u8`,
    `/hls/~PASS/${films[0]?.hash}/v1/mp4/720p.mp4`,
    `/hls/~PASS/${films[0]?.hash}/v1/posters/720p.jpg`,
  ]);
  // Its pages are those of the playlist, which the token opens; the item is the same as without one.
  expect(one).toContain(`<guid isPermaLink="false">${services.config.urls.edge}/v/${films[0]?.hash}</guid>`);
  const player = new URL(urls.find((url) => url.includes("/embed/")) ?? "");
  expect([player.pathname, player.searchParams.get("video")]).toEqual([`/embed/${playlist.hash}`, films[0]?.hash]);
  const link = new URL(/<link>([^<]+)</.exec(one)?.[1]?.replaceAll("&amp;", "&") ?? "");
  expect(await (await get(link.pathname + link.search)).text()).toContain(`video=${films[0]?.hash}`);
  // Who plays it is the one viewer of the token.
  expect((await get(media[0] ?? "")).status).toBe(200);
  expect((await get(player.pathname + player.search)).headers.get("x-kinora-reason")).toBe("too_many_sessions");
  expect(xml).toContain(`/feed/${playlist.hash}.xml?token=${token}`);
  // What needs no token has the addresses that it always has.
  expect(open).toContain(`${services.config.urls.edge}/hls/${films[1]?.hash}/master.m3u8`);
  expect(open).toContain(`<guid isPermaLink="true">`);
  await updateRows(services, "signing_keys", { kid }, { revoked_at: new Date() });
  setClockAhead(2_000);
  await vi.waitFor(async () => expect((await get(media[0] ?? "")).status).toBe(403), {
    timeout: 10_000,
    interval: 200,
  });
  expect((await feed(`?token=${token}`)).status).toBe(403);
});

test("an open playlist lists signed videos for who brings its token, and a revoked key ends that", async () => {
  const signed = await aProfile({ signed: true });
  const film = await aFilm("Signed", signed);
  const playlist = await aPlaylist([await aFilm("Open", null), film], null);
  expect(titlesOf(pageOf(await (await get(`/embed/${playlist.hash}`)).text()))).toEqual(["Open"]);
  const token = await aToken({ playlist: playlist.hash });
  const page = pageOf(await (await get(`/embed/${playlist.hash}?token=${token}`)).text());
  expect(titlesOf(page)).toEqual(["Open", "Signed"]);
  const { master } = await ask(playlist.hash, film, page.pass);
  expect((await get(master)).status).toBe(200);
  await updateRows(services, "signing_keys", { kid }, { revoked_at: new Date() });
  setClockAhead(2_000);
  await vi.waitFor(async () => expect((await get(master)).status).toBe(403), { timeout: 10_000 });
  expect(await ask(playlist.hash, film, page.pass)).toMatchObject({ status: 403, code: "token_invalid" });
});

test("a playlist's password is entered once for all videos that have the same profile", async () => {
  const protectedBy = await aProfile({ password: true });
  const films = [await aFilm("Same", protectedBy), await aFilm("Other", await aProfile({ password: true }))];
  const playlist = await aPlaylist(films, protectedBy);
  const locked = await (await get(`/v/${playlist.hash}`)).text();
  expect(locked).toContain(`/embed/${playlist.hash}`);
  expect(locked).not.toContain("A quiet evening");
  const form = await (await get(`/embed/${playlist.hash}`)).text();
  expect(form).toContain("Enter the password to watch this playlist.");
  expect(form).not.toContain("A quiet evening");
  const ticket = /name="ticket" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const enter = (password: string) =>
    fetch(`${edge.url}/embed/${playlist.hash}/password`, {
      method: "POST",
      body: new URLSearchParams({ ticket, password }),
    });
  expect((await enter("a wrong one")).headers.get("x-kinora-reason")).toBe("password_wrong");
  const page = pageOf(await (await enter(PASSWORD)).text());
  expect(titlesOf(page)).toEqual(["Same"]);
  const [same, other] = await Promise.all(films.map((film) => ask(playlist.hash, film, page.pass)));
  expect((await get(same?.master ?? "")).status).toBe(200);
  expect(other).toMatchObject({ status: 403, code: "password_required" });
});

test("a playlist without a profile of its own has the project's default one", async () => {
  const usual = await aProfile({ referrers: { mode: "only", entries: ["example.com"], empty: false } });
  await updateRows(services, "restriction_profiles", { id: usual }, { is_default: true });
  const playlist = await aPlaylist([await aFilm("One", null)], null);
  expect((await get(`/embed/${playlist.hash}`)).headers.get("x-kinora-reason")).toBe("referrer_missing");
  expect((await get(`/feed/${playlist.hash}.xml`)).status).toBe(403);
  const framed = await get(`/embed/${playlist.hash}`, { referer: "https://example.com/a?b=c" });
  expect(framed.status).toBe(200);
  expect(framed.headers.get("content-security-policy")).toContain("https://example.com:*");
  expect(titlesOf(pageOf(await framed.text()))).toEqual(["One"]);
  const records = services.db.selectFrom("playback_denials").select(["item_kind", "item_id", "reason"]);
  await vi.waitFor(
    async () =>
      expect(await records.where("project_id", "=", project.projectId).execute()).toContainEqual({
        ...{ item_kind: "playlist", item_id: playlist.id },
        reason: "referrer_missing",
      }),
    { timeout: 10_000 },
  );
  const loads = services.db.selectFrom("recent_loads").select(["item_kind", "page"]);
  await vi.waitFor(
    async () =>
      expect(await loads.where("project_id", "=", project.projectId).execute()).toEqual([
        { item_kind: "playlist", page: "example.com/a" },
      ]),
    { timeout: 10_000 },
  );
});

test("members see a restricted playlist with all its videos, if they may see those", async () => {
  const signed = await aProfile({ signed: true });
  const film = await aFilm("Signed", signed);
  const playlist = await aPlaylist([film, await aFilm("Open", null)], signed);
  const open = async (permissions: Parameters<typeof aMember>[2]) => {
    const member = await aMember(services, project, permissions);
    const address = new URL(memberLinks(as(services, member), playlist.hash).preview());
    return pageOf(await (await get(address.pathname + address.search)).text());
  };
  const page = await open(["player_view", "video_view"]);
  expect([titlesOf(page), page.is_preview]).toEqual([["Signed", "Open"], true]);
  const { master } = await ask(playlist.hash, film, page.pass);
  expect((await get(master)).status).toBe(200);
  const narrow = await open(["player_view"]);
  expect(titlesOf(narrow)).toEqual(["Open"]);
  expect((await ask(playlist.hash, film, narrow.pass)).status).toBe(403);
});
