import { obstacles } from "./accessibility.ts";
import { content, counted, expectAd, expectContent, place, start, whole, withAdEdge } from "./ad-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";

const { edge, demo, open, single } = withAdEdge();

test("a page without ads loads none of their code", { tag: "@slow" }, async ({ page }) => {
  const { code } = await open(page, { mode: "off" });
  await start(page);
  await expectContent(page);
  expect(code).toEqual([]);
});

test("a preroll plays before the content, with each beacon once, and is counted", async ({ page }) => {
  const { beacons, problems, id } = await open(page, single("linear.xml"));
  await start(page);
  await expectAd(page);
  expect((await place(content(page))).seconds).toBe(0);
  await expect(page.locator(".kinora-ad-label")).toHaveText(/^Ad · 0:0\d$/);
  await expect(page.getByRole("button", { name: "Skip ad" })).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  expect(await obstacles(page)).toEqual([]);
  await expectContent(page);
  expect(counted(beacons)).toEqual(whole("linear"));
  expect(problems).toEqual([]);
  const counts = () =>
    edge()
      .services.db.selectFrom("ad_counts")
      .innerJoin("videos", "videos.project_id", "ad_counts.project_id")
      .select(["event", "count"])
      .where("videos.id", "=", id)
      .where("event", "in", ["impression", "complete"])
      .execute();
  await expect.poll(counts).toHaveLength(2);
  const shown = async () => {
    const hours = edge()
      .services.db.selectFrom("view_sums")
      .select(["ads", "ad_requests"])
      .where("step", "=", "hour")
      .where("dimension", "=", "item")
      .where("value", "=", String(id));
    return (await hours.execute()).map(({ ads, ad_requests: asked }) => [ads, asked]);
  };
  await expect.poll(shown, { timeout: patient(20_000) }).toContainEqual([1, 1]);
});

test("an ad is skipped when it allows it, clicked, paused and muted", { tag: "@slow" }, async ({ page, context }) => {
  const { beacons } = await open(page, single("skippable.xml"));
  await start(page);
  await expectAd(page);
  await expect(page.locator(".kinora-ad-skip")).toBeDisabled();
  await page.getByRole("button", { name: "Mute ad" }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Learn more" }).click();
  expect((await opened).url()).toBe(demo("clicked"));
  await page.bringToFront();
  await page.getByRole("button", { name: "Play ad" }).click();
  await page.getByRole("button", { name: "Skip ad" }).click();
  await expectContent(page);
  expect(counted(beacons)).toMatchObject({
    "skippable impression": 1,
    "skippable start": 1,
    "skippable mute": 1,
    "skippable click": 1,
    "skippable pause": 1,
    "skippable resume": 1,
    "skippable skip": 1,
  });
  expect(beacons).not.toContain("skippable complete");
});
