import { insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, defaultAdSource, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { projectOfEachTest, addVideo, addCategory, addTag, addStream } from "../../testing/fixtures.ts";
import { setClockAhead } from "../../testing/monotonic-clock.ts";
import { recordStatements } from "../../testing/recorded-statements.ts";
import { createSchedule, deleteSchedule, updateSchedule } from "../schedules.ts";
import { saveAds } from "../settings.ts";
import { saveVideoAds } from "../video-ads.ts";
import { createPageAds, type PageAds } from "./page-ads.ts";

/** A page follows a change within this time. */
const PROMISED_MS = 10_000;
/** For so long the ads of a page are answered from memory. */
const FRESH_MS = 2_000;
const TAG = "https://ads.example.com/vast";
const single: AdSettings = { ...defaultAdSettings, mode: "single", single: { ...defaultAdSource, tags: [TAG] } };

let adsOf: PageAds;
const { services, project, context, grant } = await projectOfEachTest();
beforeEach(() => {
  adsOf = createPageAds(services);
});

const aVideo = () => addVideo(services, grant);

const tagsOf = async (hash: string) => (await adsOf(hash, {}))?.breaks.flatMap(({ tags }) => tags) ?? null;
/** After the time for which ads are answered from memory. */
function expectSoon<Answer>(answer: () => Promise<Answer>) {
  setClockAhead(FRESH_MS);
  return expect.poll(answer, { timeout: PROMISED_MS - FRESH_MS });
}
const expectTags = (hash: string, tags: string[] | null) => expectSoon(() => tagsOf(hash)).toEqual(tags);

test("a page follows a change of the project's ads and of the video's own", async () => {
  const { id, hash } = await aVideo();
  expect(await tagsOf(hash)).toBeNull();
  await saveAds(context, grant, single);
  await expectTags(hash, [TAG]);
  await saveVideoAds(context, grant, id, { use: "own", tag: `${TAG}/own`, cue_points: [] });
  await expectTags(hash, [`${TAG}/own`]);
  await saveVideoAds(context, grant, id, { use: "none", tag: "", cue_points: [] });
  await expectTags(hash, null);
});

test("a page says where its player reports, and what the project's limits are", async () => {
  const { hash } = await aVideo();
  await saveAds(context, grant, { ...single, ads_timeout_ms: 5_000, preroll_timeout_ms: 2_500 });
  expect(await adsOf(hash, {})).toMatchObject({
    ads_timeout_ms: 5_000,
    preroll_timeout_ms: 2_500,
    report: `/embed/${hash}/ads`,
  });
});

test("videos of an excluded category and livestreams of an excluded tag have no ads", async () => {
  const { db } = services;
  const category = await addCategory(services, grant);
  const { id: tagId } = await addTag(services, grant, "News");
  const { id, hash } = await aVideo();
  await updateRows(db, "videos", { id }, { category_id: category.id });
  const stream = await addStream(services, project, { name: "A show" });
  await insertRow(db, "stream_tags", { stream_id: stream.id, tag_id: tagId, project_id: grant.projectId });
  await saveAds(context, grant, single);
  await expectTags(hash, [TAG]);
  await expectTags(stream.hash, [TAG]);
  await saveAds(context, grant, { ...single, excluded_category_ids: [category.id], excluded_tag_ids: [tagId] });
  await expectTags(hash, null);
  await expectTags(stream.hash, null);
});

test("a player plays the schedule it chose, unless that is another project's or was deleted", async () => {
  const { hash } = await aVideo();
  await saveAds(context, grant, single);
  const given = {
    name: "Sport",
    categoryIds: [],
    settings: { ...single, single: { ...single.single, tags: [`${TAG}/7`] } },
  };
  const { id } = await createSchedule(context, grant, given);
  const inPlayer = async (of = hash) =>
    (await adsOf(of, { ad_schedule_id: id }))?.breaks.flatMap(({ tags }) => tags) ?? null;
  expect(await inPlayer()).toEqual([`${TAG}/7`]);
  await updateSchedule(context, grant, id ?? 0, { ...given, settings: { ...single, mode: "off" } });
  await expectSoon(() => inPlayer()).toBeNull();
  await deleteSchedule(context, grant, id ?? 0);
  await expectSoon(() => inPlayer()).toEqual([TAG]);
});

test("the schedule of another project is not played", async () => {
  await saveAds(context, grant, single);
  const foreign = await selectRow(services, "ad_schedules", { project_id: grant.projectId }, "id");
  const { hash } = await addVideo(services, await aProject(services));
  expect(await adsOf(hash, { ad_schedule_id: foreign.id })).toBeNull();
});

test("a public ID of nothing has no ads", async () => {
  expect(await adsOf("nothing0", {})).toBeNull();
});

test("pages that ask at the same moment share one question", async () => {
  const { hash } = await aVideo();
  const statements: string[] = [];
  const own = createPageAds({ ...services, db: recordStatements(services.db, statements) });
  await Promise.all(Array.from({ length: 20 }, () => own(hash, {})));
  expect(statements.filter((text) => text.includes("from videos item"))).toHaveLength(1);
});

test("while the database is away a page has the ads that it had, or none", async () => {
  const { hash } = await aVideo();
  const { hash: other } = await aVideo();
  await saveAds(context, grant, single);
  expect(await tagsOf(hash)).toEqual([TAG]);
  setClockAhead(FRESH_MS);
  await sql`alter table videos rename to videos_elsewhere`.execute(services.db);
  onTestFinished(async () => {
    await sql`alter table videos_elsewhere rename to videos`.execute(services.db);
  });
  expect(await tagsOf(hash)).toEqual([TAG]);
  expect(await tagsOf(other)).toBeNull();
});
