import { contract } from "@kinora/contract/contract.ts";
import { insertRows } from "@kinora/db/testing-rows.ts";
import {
  AD_SCHEDULES_MAX,
  defaultAdSettings,
  defaultAdSource,
  type AdSettings,
} from "@kinora/domain/ads/ad-settings.ts";
import { expect, onTestFinished, test } from "vitest";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, auditedActions } from "../platform/testing.ts";
import { projectOfEachTest, grantOf, addVideo, addStream, addCategory } from "../testing/fixtures.ts";
import { serveForTests } from "../testing/operations.ts";
import { createPageAds, createPlaylistAds } from "./edge/page-ads.ts";
import { describeSchedule, listSchedules } from "./schedule-rows.ts";
import { createSchedule, deleteSchedule, setDefaultSchedule, updateSchedule } from "./schedules.ts";
import { describeAds, saveAds } from "./settings.ts";
import { describeVideoAds, saveVideoAds } from "./video-ads.ts";

const TAG = "https://ads.example.com/vast";

const { services, project, context, grant } = await projectOfEachTest();
const withTag = (tag: string): AdSettings => ({
  ...defaultAdSettings,
  mode: "single",
  single: { ...defaultAdSource, tags: [tag] },
});
const named = (name: string, categoryIds: number[] = []) => ({
  name,
  categoryIds,
  settings: withTag(`${TAG}/${name.toLowerCase().replaceAll(" ", "-")}`),
});
const create = async (name: string, categoryIds: number[] = []): Promise<number> => {
  const { id } = await createSchedule(context, grant, named(name, categoryIds));
  if (id === null) throw new Error("A schedule that was saved has an id.");
  return id;
};
const aCategory = async (of = project): Promise<number> => (await addCategory(services, of)).id;
const aVideo = (categoryId: number | null = null) => addVideo(services, project, { category_id: categoryId });

/** Read now: each call has a memory of its own. */
const tagsOf = async (hash: string) =>
  (await createPageAds(services)(hash, {}))?.breaks.flatMap(({ tags }) => tags) ?? null;
const names = async () => (await listSchedules(context, project.projectId)).map(({ name }) => name);

test("the first schedule that is added leaves the default one the default", async () => {
  await create("Sponsors");
  expect(await listSchedules(context, project.projectId)).toMatchObject([
    { name: "Default", is_default: true, mode: "off" },
    { name: "Sponsors", is_default: false, mode: "single" },
  ]);
  expect(await auditedActions(services, project.projectId)).toEqual(["ad_schedule.created"]);
});

test("a video has the schedule chosen for it, else that of its category, else the default one", async () => {
  const category = await aCategory();
  const [plain, inCategory] = [await aVideo(), await aVideo(category)];
  await saveAds(context, grant, withTag(TAG));
  await create("News", [category]);
  const sponsors = await create("Sponsors");
  expect([await tagsOf(plain.hash), await tagsOf(inCategory.hash)]).toEqual([[TAG], [`${TAG}/news`]]);
  expect(await describeVideoAds(context, grant, inCategory.id)).toMatchObject({
    schedule_id: null,
    project_schedule: "News",
    project_mode: "single",
    schedules: [{ name: "Default" }, { name: "News" }, { name: "Sponsors" }],
  });

  const fromProject = { use: "project" as const, tag: "", cue_points: [] };
  await saveVideoAds(context, grant, inCategory.id, fromProject, sponsors);
  expect(await tagsOf(inCategory.hash)).toEqual([`${TAG}/sponsors`]);
  await saveVideoAds(context, grant, inCategory.id, { ...fromProject, use: "none" }, sponsors);
  expect(await tagsOf(inCategory.hash)).toBeNull();
  await saveVideoAds(context, grant, inCategory.id, fromProject, sponsors);
  await deleteSchedule(context, grant, sponsors);
  expect(await tagsOf(inCategory.hash)).toEqual([`${TAG}/news`]);
});

test("a livestream has the schedule of its category", async () => {
  const category = await aCategory();
  const { hash } = await addStream(services, project, { category_id: category });
  await create("News", [category]);
  expect(await tagsOf(hash)).toEqual([`${TAG}/news`]);
});

test("a category leaves the schedule it had for the one it is chosen in", async () => {
  const category = await aCategory();
  const news = await create("News", [category]);
  const sponsors = await create("Sponsors", [category]);
  expect(await describeSchedule(context, project.projectId, news)).toMatchObject({ categories: [] });
  expect(await describeSchedule(context, project.projectId, sponsors)).toMatchObject({
    categories: [{ id: category }],
  });
  await updateSchedule(context, grant, sponsors, named("Sponsors"));
  expect(await describeSchedule(context, project.projectId, sponsors)).toMatchObject({ categories: [] });
});

test("another schedule becomes the default, and only what is not the default is deleted", async () => {
  const { hash } = await aVideo();
  const sponsors = await create("Sponsors");
  await setDefaultSchedule(context, grant, sponsors);
  await setDefaultSchedule(context, grant, sponsors);
  expect(await tagsOf(hash)).toEqual([`${TAG}/sponsors`]);
  expect(await describeAds(context, project.projectId)).toMatchObject({ id: sponsors, name: "Sponsors" });
  await expect(deleteSchedule(context, grant, sponsors)).rejects.toMatchObject({ code: "conflict" });
  const [, first] = await listSchedules(context, project.projectId);
  await deleteSchedule(context, grant, first?.id ?? 0);
  expect(await names()).toEqual(["Sponsors"]);
  expect(await auditedActions(services, project.projectId)).toEqual([
    "ad_schedule.created",
    "ad_schedule.made_default",
    "ad_schedule.deleted",
  ]);
});

test("the list says how many players chose a schedule", async () => {
  const sponsors = await create("Sponsors");
  const { projectId: project_id, accountId: account_id } = project;
  const player = { project_id, account_id, title: "A player", draft: "{}" };
  const settings = [{ ad_schedule_id: sponsors }, { ad_schedule_id: null }, {}].map((each) => JSON.stringify(each));
  await insertRows(
    services,
    "players",
    settings.map((each) => ({ ...player, hash: newHash(), settings: each })),
  );
  const used = (await listSchedules(context, project.projectId)).map(({ used_by: by }) => by.players);
  expect(used).toEqual([0, 1]);
});

test("a name is taken once, in whatever case, and a project has a limit", async () => {
  const sponsors = await create("Sponsors");
  const taken = { code: "invalid", fields: { name: ["There is already an ad schedule of this name."] } };
  await expect(create("sponsors")).rejects.toMatchObject(taken);
  await expect(updateSchedule(context, grant, sponsors, named("DEFAULT"))).rejects.toMatchObject(taken);
  for (let count = 2; count < AD_SCHEDULES_MAX; count++) await create(`Schedule ${count}`);
  await expect(create("One more")).rejects.toMatchObject({ code: "conflict" });
});

test("schedules and categories of another project are refused like those that do not exist", async () => {
  const other = await aProject(services);
  const foreign = await aCategory(other);
  const sponsors = await create("Sponsors");
  await expect(create("News", [foreign])).rejects.toMatchObject({
    fields: { category_ids: ["One of these categories no longer exists. Remove it."] },
  });
  const outside = as(services, other.owner);
  const missing = { code: "not_found" };
  await expect(describeSchedule(outside, other.projectId, sponsors)).rejects.toMatchObject(missing);
  await expect(updateSchedule(outside, grantOf(other), sponsors, named("Mine"))).rejects.toMatchObject(missing);
  await expect(setDefaultSchedule(outside, grantOf(other), sponsors)).rejects.toMatchObject(missing);
  await expect(deleteSchedule(outside, grantOf(other), sponsors)).rejects.toMatchObject(missing);

  const theirs = await addVideo(services, other);
  const ads = { use: "project" as const, tag: "", cue_points: [] };
  await expect(saveVideoAds(outside, grantOf(other), theirs.id, ads, sponsors)).rejects.toMatchObject({
    fields: { schedule_id: ["Choose an ad schedule of this project."] },
  });
});

test("a playlist's page may have ads when any schedule has", async () => {
  expect(await createPlaylistAds(services)(project.projectId, {})).toBe(false);
  await create("Sponsors");
  expect(await createPlaylistAds(services)(project.projectId, {})).toBe(true);
});

test("schedules that are added at the same time are all there, with one default", async () => {
  await Promise.all(["A", "B", "C", "D"].map((name) => create(name)));
  expect(await names()).toEqual(["Default", "A", "B", "C", "D"]);
});

const errorsOf = (body: string) => (JSON.parse(body) as { errors: Record<string, string[]> }).errors;

test("a field that is wrong is named by its path", async () => {
  const api = await serveForTests(services);
  onTestFinished(() => api.close());
  const body = { ...withTag("ftp://ads.example.com"), name: " " };
  const call = { path: { project_id: project.projectId }, body };
  const empty = await api.call(contract.ads.createAdSchedule, call, project.owner);
  expect([empty.statusCode, errorsOf(empty.body)]).toEqual([422, { name: ["Name can not be empty."] }]);
  const wrong = { ...call, body: { ...body, name: "News" } };
  const tag = await api.call(contract.ads.createAdSchedule, wrong, project.owner);
  expect([tag.statusCode, Object.keys(errorsOf(tag.body))]).toEqual([422, ["single.tags.0"]]);
});
