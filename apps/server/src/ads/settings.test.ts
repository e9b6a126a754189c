import { contract } from "@kinora/contract/contract.ts";
import { deleteRows } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, defaultAdSource, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { grantOf, addVideo, addCategory, addTag } from "../testing/fixtures.ts";
import { sharedApi } from "../testing/operations.ts";
import { describeAds, saveAds } from "./settings.ts";
import { describeVideoAds, saveVideoAds } from "./video-ads.ts";

const TAG = "https://ads.example.com/vast";

let project: TestProject;
let context: Context;
let grant: ProjectGrant;

const { services, api } = await sharedApi();
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});
const single: AdSettings = { ...defaultAdSettings, mode: "single", single: { ...defaultAdSource, tags: [TAG] } };
const aBreak = { ...defaultAdSource, tags: [TAG], position: "percent" as const, at: 50 };

const aVideo = async (of: TestProject): Promise<number> => (await addVideo(services, of)).id;
const aCategory = (of: TestProject) => addCategory(services, of, { name: "News" });
const aTag = (of: TestProject) => addTag(services, of, "News");

// spec: 1.12, 2.46
test("a project without ads has the defaults, and gets the settings that were saved", async () => {
  expect(await describeAds(context, project.projectId)).toMatchObject({
    mode: "off",
    ads_timeout_ms: 8_000,
    preroll_timeout_ms: 4_000,
    updated_at: null,
  });
  const category = await aCategory(project);
  const tag = await aTag(project);
  const settings: AdSettings = {
    ...single,
    mode: "schedule",
    breaks: [
      { ...aBreak, tags: [TAG, `${TAG}2`, `${TAG}3`], max_ads: 3, skip_after_seconds: 5, min_content_seconds: 60 },
    ],
    ads_timeout_ms: 5_000,
    frequency: { kind: "minutes", n: 10 },
    excluded_category_ids: [category.id],
    excluded_tag_ids: [tag.id],
    consent: false,
  };
  await saveAds(context, grant, settings);
  expect(await describeAds(context, project.projectId)).toMatchObject({
    ...settings,
    excluded: { categories: [{ id: category.id, name: "News" }], tags: [{ id: tag.id, name: "News" }] },
    updated_at: expect.any(Date),
  });
  expect(await auditedActions(services, project.projectId)).toEqual(["project.ads_change"]);
  await deleteRows(services, "tags", { id: tag.id });
  expect(await describeAds(context, project.projectId)).toMatchObject({ excluded_tag_ids: [], excluded: { tags: [] } });
});

describe("each field that is wrong has a sentence", () => {
  const source = (change: object) => ({ mode: "single", single: { ...defaultAdSource, tags: [TAG], ...change } });
  const breaks = (change: object) => ({ mode: "schedule", breaks: [{ ...aBreak, ...change }] });
  const said = /^[A-Z{].* .*\.$/;

  test.each<[string, object]>([
    ["single.tags.0", source({ tags: [] })],
    ["single.tags.1", source({ tags: [TAG, "ftp://ads.example.com"] })],
    ["single.tags.0", source({ tags: ["https://ads.example.com/?t={title}"] })],
    ["single.tags.0", source({ tags: ["https://me:secret@ads.example.com/"] })],
    ["single.tags.0", source({ tags: [`${TAG}?${"x".repeat(4_000)}`] })],
    ["single.tags", source({ tags: Array.from({ length: 6 }, () => TAG) })],
    ["single.max_ads", source({ max_ads: 0 })],
    ["single.skip_after_seconds", source({ skip_after_seconds: 121 })],
    ["single.min_content_seconds", source({ min_content_seconds: 1.5 })],
    ["breaks", { mode: "schedule", breaks: [] }],
    ["breaks", { mode: "schedule", breaks: Array.from({ length: 21 }, () => aBreak) }],
    ["breaks.0.tags.0", breaks({ tags: [] })],
    ["breaks.0.at", breaks({ at: 100 })],
    ["breaks.0.at", breaks({ position: "pre", at: 3 })],
    ["vmap_tag", { mode: "vmap", vmap_tag: "" }],
    ["vmap_tag", { mode: "vmap", vmap_tag: "no address" }],
    ["ads_timeout_ms", { ads_timeout_ms: 999 }],
    ["preroll_timeout_ms", { preroll_timeout_ms: 20_001 }],
    ["frequency.n", { frequency: { kind: "views", n: 0 } }],
    ["excluded_category_ids", { excluded_category_ids: [999_999] }],
    ["excluded_tag_ids", { excluded_tag_ids: [999_999] }],
  ])("%s", async (field, change) => {
    const call = { path: { project_id: project.projectId }, body: { ...single, ...change } };
    const { statusCode, body } = await api.call(contract.ads.saveAds, call, project.owner);
    const { errors } = JSON.parse(body) as { errors: Record<string, string[]> };
    expect({ statusCode, fields: Object.keys(errors) }).toEqual({ statusCode: 422, fields: [field] });
    expect(errors[field]).toEqual([expect.stringMatching(said)]);
    expect(await auditedActions(services, project.projectId)).toEqual([]);
  });
});

test("a category or tag of another project is refused like one that does not exist", async () => {
  const other = await aProject(services);
  const { id } = await aCategory(other);
  await expect(saveAds(context, grant, { ...single, excluded_category_ids: [id] })).rejects.toMatchObject({
    code: "invalid",
    fields: { excluded_category_ids: ["One of these categories no longer exists. Remove it."] },
  });
});

test("of saves at the same time one stays, whole, and none fails", async () => {
  const versions = Array.from({ length: 8 }, (_, index) => ({
    ...single,
    single: { ...single.single, tags: [`${TAG}?version=${index}`] },
    ads_timeout_ms: 2_000 + index,
  }));
  const answers = await Promise.all(
    versions.map((body) =>
      api.call(contract.ads.saveAds, { path: { project_id: project.projectId }, body }, project.owner),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(versions.map(() => 200));
  const { single: stored, ads_timeout_ms: timeout } = await describeAds(context, project.projectId);
  expect(versions.map((each) => [each.single.tags, each.ads_timeout_ms])).toContainEqual([stored.tags, timeout]);
  expect(await auditedActions(services, project.projectId)).toEqual(versions.map(() => "project.ads_change"));
});

test("a video has its own ads, in its own project only", async () => {
  const id = await aVideo(project);
  expect(await describeVideoAds(context, grant, id)).toEqual({
    use: "project",
    tag: "",
    cue_points: [],
    schedule_id: null,
    project_schedule: "Default",
    project_mode: "off",
    schedules: [],
  });
  const own = { use: "own" as const, tag: TAG, cue_points: [30, 10, 30] };
  await saveVideoAds(context, grant, id, own);
  expect(await describeVideoAds(context, grant, id)).toMatchObject({ ...own, cue_points: [10, 30] });
  await expect(saveVideoAds(context, grant, id, { ...own, tag: "" })).rejects.toMatchObject({
    code: "invalid",
    fields: { tag: ["Enter an ad tag URL."] },
  });

  const other = await aProject(services);
  const outside = as(services, other.owner);
  await expect(describeVideoAds(outside, grantOf(other), id)).rejects.toMatchObject({ code: "not_found" });
  await expect(saveVideoAds(outside, grantOf(other), id, { ...own, use: "none" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await describeVideoAds(context, grant, id)).toMatchObject({ use: "own" });
});

test("saves of a video's ads at the same time leave one of them", async () => {
  const id = await aVideo(project);
  const tags = Array.from({ length: 8 }, (_, index) => `${TAG}?version=${index}`);
  await Promise.all(tags.map((tag) => saveVideoAds(context, grant, id, { use: "own", tag, cue_points: [] })));
  expect(tags).toContain((await describeVideoAds(context, grant, id)).tag);
});
