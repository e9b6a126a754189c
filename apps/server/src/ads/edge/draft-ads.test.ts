import { defaultAdSettings, defaultAdSource } from "@kinora/domain/ads/ad-settings.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { aMember, as } from "../../platform/testing.ts";
import { anEdge, aRendition, aVideo, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { saveAds } from "../settings.ts";

const TAG = "https://ads.example.com/vast";

const { services, project } = await sharedProject();
let edge: TestEdge;
let hash: string;

beforeAll(async () => {
  edge = await anEdge(services);
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "360p" });
  hash = video.hash;
  const grant = { ...project, owner: true, permissions: new Set<Permission>() };
  const single = { ...defaultAdSource, tags: [TAG] };
  await saveAds(as(services, project.owner), grant, { ...defaultAdSettings, mode: "single", single });
});
afterAll(() => edge.app.close());

/** A livestream of the project, which is not on air. */
const aStream = async (): Promise<string> => (await addStream(services, project)).hash;

/** The page of the video, or of another item, as a member with these permissions, or anyone, asks for it to play ads of the console. */
async function draftPage(permissions: Permission[] | null, ads = "draft", item = hash) {
  const member = permissions && (await aMember(services, project, permissions));
  const { search } = new URL(member ? memberLinks(as(services, member), item).preview() : edge.url);
  const response = await fetch(`${edge.url}/embed/${item}${search === "" ? "?" : `${search}&`}ads=${ads}`);
  const [, data = ""] = /data-page="([^"]*)"/.exec(await response.text()) ?? [];
  const page = JSON.parse(data.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as EmbedPage;
  return {
    report: page.ads?.report ?? null,
    tags: page.ads?.breaks.flatMap(({ tags }) => tags) ?? null,
    facts: page.ad_facts ?? null,
    policy: response.headers.get("content-security-policy"),
  };
}

test("for members who may change ads, a page waits for those of the console, from whatever ad server", async () => {
  const { tags, policy } = await draftPage(["video_view", "ads_manage"]);
  expect(tags).toBeNull();
  expect(policy).toContain("connect-src *;");
  expect(policy).toContain("media-src * blob: data:;");
});

test.each<[string, Permission[] | null]>([
  ["other members", ["video_view", "ads_view"]],
  ["viewers", null],
])("for %s, it plays the project's ads, which viewers report and previews do not", async (_name, permissions) => {
  const { tags, report } = await draftPage(permissions);
  expect(tags).toEqual([TAG]);
  expect(report).toBe(permissions === null ? `/embed/${hash}/ads` : null);
});

test("for members who may change players, it has what decides about the ads of a draft", async () => {
  const { tags, facts, policy } = await draftPage(["video_view", "player_manage"], "player");
  expect(tags).toEqual([TAG]);
  expect(facts).toMatchObject({ settings: { mode: "single" }, own: { use: "project" }, content: { hash } });
  // The draft may choose any schedule of the project.
  expect(Object.values(facts?.schedules ?? {})).toMatchObject([{ mode: "single", single: { tags: [TAG] } }]);
  expect(policy).toContain("connect-src *;");
});

test.each<[string, Permission[] | null]>([
  ["other members", ["video_view", "ads_manage"]],
  ["viewers", null],
])("for %s, it has not", async (_name, permissions) => {
  expect((await draftPage(permissions, "player")).facts).toBeNull();
});

test("the preview of a livestream has them as well, and reports no ads", async () => {
  const stream = await aStream();
  const { facts, tags, report } = await draftPage(["streams_view", "player_manage"], "player", stream);
  expect(facts).toMatchObject({ settings: { mode: "single" }, content: { hash: stream } });
  expect([tags, report]).toEqual([[TAG], null]);
  expect((await draftPage(null, "player", stream)).facts).toBeNull();
});
