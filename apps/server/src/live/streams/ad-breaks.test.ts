import { findRow, insertRow, selectOrdered } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { beforeEach, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { aProject, as, auditedActions, type TestProject } from "../../platform/testing.ts";
import { sharedServices, ownedBy, addStream, addPlayer } from "../../testing/fixtures.ts";
import { cueAds } from "./control.ts";
import { presentStreamDetail } from "./rows.ts";

let now = new Date();
let project: TestProject;
let context: Context;

const services = { ...(await sharedServices()), clock: { now: () => now } };
beforeEach(async () => {
  now = new Date();
  project = await aProject(services);
  context = as(services, project.owner);
});

const place = () => ownedBy(project);

let streams = 0;
async function aStream(onAir: "live" | "nothing" = "live"): Promise<number> {
  const hash = `break-${(streams += 1)}`;
  const { id } = await addStream(services, project, { hash, name: "Channel", on_air: onAir });
  return id;
}

const aSchedule = (settings: Partial<AdSettings>) =>
  insertRow(services, "ad_schedules", {
    ...place(),
    name: "Default",
    settings: JSON.stringify({ ...defaultAdSettings, ...settings }),
  });

const breakOf = (id: number) => findRow(services, "stream_ad_breaks", { stream_id: id }, "number", "ends_at");

test("an ad break lasts as long as it was asked for, and the next one has the next number", async () => {
  await aSchedule({ mode: "single" });
  const id = await aStream();
  const until = new Date(now.getTime() + 60_000);
  expect(await cueAds(context, project, id, 60)).toMatchObject({ ad_break_until: until });
  expect(await breakOf(id)).toEqual({ number: 1, ends_at: until });
  await expect(cueAds(context, project, id, 60)).rejects.toThrow("An ad break is in progress.");
  now = new Date(until.getTime() + 1);
  await cueAds(context, project, id, 30);
  expect(await breakOf(id)).toMatchObject({ number: 2 });
  expect(await auditedActions(services, project.projectId)).toEqual(["stream.ad_break", "stream.ad_break"]);
  const log = await selectOrdered(services, "stream_log", "id", { stream_id: id }, "type", "detail");
  expect(log).toEqual([
    { type: "ad_break", detail: "60 s" },
    { type: "ad_break", detail: "30 s" },
  ]);
});

test("none begins while nothing is on air, nor in a livestream of another project", async () => {
  await aSchedule({ mode: "single" });
  await expect(cueAds(context, project, await aStream("nothing"), 60)).rejects.toThrow("Stream is not active.");
  const id = await aStream();
  const other = await aProject(services);
  await expect(cueAds(as(services, other.owner), other, id, 60)).rejects.toMatchObject({ code: "not_found" });
  expect(await breakOf(id)).toBeUndefined();
});

test.each<[string, Partial<AdSettings> | null]>([
  ["without a schedule", null],
  ["with a schedule that is off", { mode: "off" }],
  ["with prerolls only", { mode: "single", live: "prerolls" }],
])("one begins in a project %s, too: only players of others react, which its page says", async (_name, settings) => {
  if (settings) await aSchedule(settings);
  const id = await aStream();
  const row = await cueAds(context, project, id, 60);
  expect(row.ad_break_until).not.toBeNull();
  expect(await presentStreamDetail(context, row)).toMatchObject({ ads_on_cue: false });
  const tag = JSON.stringify({ ads_enabled: true, ad_tag: "https://ads.example.com/" });
  await addPlayer(services, project, { draft: tag, settings: tag });
  expect(await presentStreamDetail(context, row)).toMatchObject({ ads_on_cue: true });
});

test("ads on cue of a schedule are said with the livestream, those of another project are not", async () => {
  await aSchedule({ mode: "single" });
  const row = await cueAds(context, project, await aStream(), 60);
  expect(await presentStreamDetail(context, row)).toMatchObject({ ads_on_cue: true });
  const elsewhere = await aProject(services);
  expect(await presentStreamDetail(context, { ...row, project_id: elsewhere.projectId })).toMatchObject({
    ads_on_cue: false,
  });
});
