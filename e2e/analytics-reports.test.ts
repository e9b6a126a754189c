import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { sumStored } from "../apps/server/src/testing/stored-sums.ts";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { follow } from "./in-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

// Before that of the people, who take their database with them.
test.afterAll(async () => {
  // Other files issue the invoices of all accounts that have a plan.
  await sql`
    with terms as (delete from account_terms where account_id = ${place.accountId} returning plan_id),
      versions as (delete from plan_versions where plan_id in (select plan_id from terms) returning plan_id)
    delete from plans where id in (select plan_id from versions)`.execute(people.db);
});
const people = sharedPeople();
const place = sharedPlace(people, "Lantern Films", "Trailers");
let video: number;
test.beforeAll(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into videos (project_id, account_id, hash, title, status)
    values (${place.projectId}, ${place.accountId}, 'analysed01234567', 'Harbour at night', 'complete') returning id`.execute(
    people.db,
  );
  video = rows[0]?.id ?? 0;
  await sql`
    insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience,
      loads, plays, views, ends, watched_ms, waited_ms, furthest, startups)
    select date_trunc('hour', now()) - make_interval(days => day), ${place.projectId}, 'video', ${video}, 0, host, 'DE', 'desktop',
      'Chrome', 'viewer', 20, 10 + day, 8, 5, 600000, 6000, 700, '{0,5,5}'
    from generate_series(0, 20) as day, unnest('{news.example,blog.example}'::text[]) as host`.execute(people.db);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests, bytes)
    select date_trunc('hour', now()) - make_interval(days => day), ${place.projectId}, 'video', ${video}, kind, 720, 0, '', 'DE', 9,
      4000000 * (day + 1)
    from generate_series(0, 20) as day, unnest('{segment,poster}'::text[]) as kind`.execute(people.db);
  await sumStored(people.db, place.projectId);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, cpu_seconds, renditions)
    values (900001, ${video}, 'Harbour at night', ${place.projectId}, ${place.accountId}, 'complete', now(), 600, 4, 150, 290,
      '[{"height": 720, "seconds": 600, "bytes": 90000000}]')`.execute(people.db);
  await addRenditions();
  await addPlan();
  await sql`
    insert into video_parts (project_id, video_id, day, parts)
    select ${place.projectId}, ${video}, current_date, array_agg(case when part < 20 then 10 else 5 end order by part)
    from generate_series(0, 99) as part`.execute(people.db);
});
/** A plan whose traffic has a price. */
async function addPlan(): Promise<void> {
  await sql`
    with plan as (insert into plans (code) values ('analysed') returning id),
      version as (
        insert into plan_versions (plan_id, version, name, currency, price, meters, limits)
        select id, 1, 'Team', 'EUR', 0, '{"traffic": {"included": 5, "tiers": [{"up_to": null, "rate": 500000}]}}', '{}' from plan
        returning plan_id)
    insert into account_terms (account_id, effective_from, plan_id, plan_version, special)
    select ${place.accountId}, current_date - 9, plan_id, 1, '{"price": null, "meters": {}, "discount": 0, "discount_until": null}'
    from version`.execute(people.db);
}

/** Renditions of the video, of which the tallest is hardly watched. */
async function addRenditions(): Promise<void> {
  const { rows } = await sql<{ id: number; version: number }>`
    insert into transcodes (video_id, project_id, account_id, version, state)
    select id, project_id, account_id, version, 'complete' from videos where id = ${video} returning id, version`.execute(
    people.db,
  );
  const [made] = rows;
  await sql`
    insert into renditions (transcode_id, video_id, account_id, version, kind, label, width, height, size_bytes, state)
    select ${made?.id}, ${video}, ${place.accountId}, ${made?.version}, 'video', height || 'p', height * 16 / 9, height, height * 1000000,
      'complete'
    from unnest('{360,720,1440}'::int[]) as height`.execute(people.db);
  await sql`
    insert into views (day, id, project_id, item_kind, item_id, device, browser, audience, report, loaded_at, reported_at, heights)
    select current_date, gen_random_uuid(), ${place.projectId}, 'video', ${video}, 'desktop', 'Chrome', 'viewer', 1, now(), now(),
      '{"360": 3600000, "720": 7200000, "1440": 60000}'
    from generate_series(1, 9)`.execute(people.db);
}

/** A livestream that was on air yesterday. */
async function addStream(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into streams (project_id, account_id, hash, name, key_hash, key_sealed)
    values (${place.projectId}, ${place.accountId}, 'analysedlive0123', 'Harbour camera', 'analysed', '\\x01') returning id`.execute(
    people.db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into stream_sessions (stream_id, project_id, account_id, started_at, ended_at, reconnects)
    values (${id}, ${place.projectId}, ${place.accountId}, now() - interval '26 hours', now() - interval '24 hours', 3)`.execute(
    people.db,
  );
  await sql`
    insert into viewers_now (project_id, item_kind, item_id, minute, viewers)
    values (${place.projectId}, 'stream', ${id}, date_trunc('minute', now() - interval '25 hours'), 37)`.execute(
    people.db,
  );
  await sql`
    insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, loads, plays,
      watched_ms)
    values (date_trunc('hour', now() - interval '25 hours'), ${place.projectId}, 'stream', ${id}, 0, 'news.example', 'DE', 'phone',
      'Safari', 'viewer', 60, 50, 7200000)`.execute(people.db);
  await sumStored(people.db, place.projectId);
  return id;
}

// spec: 1.11, 2.42, 9.16
test("the five reports have figures, a chart and a table, and a row narrows them", async ({ page }) => {
  await people.arrive(page, place.owner, "/analytics");
  await expect(page).toHaveURL(/\/analytics\/transcode$/);
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("Complete");
  await expect(page.getByRole("button", { name: /^Encoded/ })).toContainText("10 min");
  const adviser = page.getByRole("region", { name: "Ladder adviser" });
  await expect(adviser).toContainText("Rarely watched, large. Consider removing. Saves 1.4 GB. 9 plays would get 720p");
  await expect(adviser).toContainText("Lowest rendition");

  await page.getByRole("link", { name: "Players" }).last().click();
  await expect(page.getByRole("button", { name: /^Plays/ })).toContainText("840");
  await expect(page.getByRole("img", { name: /^Plays/ })).toBeVisible();
  await page.getByRole("button", { name: /^Watch time/ }).click();
  await expect(page.getByRole("img", { name: /^Watch time/ })).toBeVisible();
  await expect(page).toHaveURL(/metric=watched_seconds/);
  await page.getByText("How is this counted?").click();
  await expect(page.getByText("Plays divided by loads.")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const chart = page.getByRole("img", { name: /^Watch time/ });
  await expect.poll(async () => (await chart.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(330);
  await expect(page.getByRole("button", { name: "Range: Last 28 days" })).toBeVisible();
  await page.getByRole("button", { name: "Table: By player" }).click();
  await page.getByRole("option", { name: "Country" }).click();
  await page.getByRole("button", { name: "Germany" }).click();
  await expect(page.getByRole("button", { name: "Country: Germany" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const plays = page.getByRole("button", { name: /^Plays/ });
  const below = async () => ((await plays.boundingBox())?.y ?? 0) - ((await chart.boundingBox())?.y ?? Infinity);
  await expect.poll(below).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await follow(page, "/analytics/players?by=host");
  await page.getByRole("button", { name: "news.example" }).click();
  await expect(page).toHaveURL(/host=news\.example/);
  await expect(page.getByRole("button", { name: /^Plays/ })).toContainText("420");
  await expect(page.getByRole("row").filter({ hasText: "blog.example" })).toHaveCount(0);

  await page.getByRole("link", { name: "Top videos" }).click();
  await expect(page).toHaveURL(/host=news\.example/);
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("420");
  await expect(page.getByText("No viewers now")).toBeVisible();
  await sql`
    insert into watching_views (id, project_id, item_kind, item_id, at)
    select gen_random_uuid(), ${place.projectId}, 'video', ${video}, now() from generate_series(1, 3)`.execute(
    people.db,
  );
  await expect(page.getByText("3 watching now")).toBeVisible({ timeout: patient(30_000) });
  await expect(page.getByRole("list", { name: "Watched now" })).toHaveText("Harbour at night 3");
  await page.getByRole("button", { name: "Remove the filter Domain" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("840");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file.split("\r\n")[1]).toMatch(new RegExp(`^${video},Harbour at night,840,`));
  await page.getByRole("button", { name: "Harbour at night" }).click();
  await expect(page.getByRole("img", { name: /^100% at 0% of the video, 50% at 25%/ })).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Bandwidth" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("GB");
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("100%");
  await expect(page.getByRole("columnheader", { name: "Cost at plan price" })).toBeVisible();
  // 2 × 4 MB × (1 + 2 + … + 21), at 0.50 for a gigabyte.
  await expect(page.getByRole("row").filter({ hasText: "Harbour at night" })).toContainText("€0.92");
  await page.setViewportSize({ width: 390, height: 844 });
  const priced = page.getByRole("cell", { name: "Cost €0.92" });
  // Three figures in one line, of which none is cut off.
  await expect.poll(() => priced.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("listitem").filter({ hasText: /^Low-latency parts$/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Video" }).click();
  await page.getByRole("link", { name: "Top livestreams" }).click();
  await expect(page.getByText("No plays in this period")).toBeVisible();
  await expect(page.getByText("How is this counted?")).toHaveCount(0);
  await expect(page.getByText(/^Embed a livestream and go live/)).toBeVisible();
  await follow(page, "/analytics/top-videos?compare=true");
  const ranked = page.getByRole("row").filter({ hasText: "Harbour at night" });
  await expect(ranked).toContainText("1 (new)");
  await expect(ranked.getByRole("time")).toHaveAttribute("datetime", /T\d\d:00:00\.000Z$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(ranked).toContainText("Plays");
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await follow(page, "/analytics/players?compare=true");
  await expect(page.getByRole("button", { name: /^Plays/ })).toContainText("Before");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
});

test("a video and a livestream have their own figures on their pages", async ({ page }) => {
  await people.arrive(page, place.owner, `/video/${video}`);
  await page.locator('a[href*="tab=analytics"]').click();
  await expect(page).toHaveURL(/tab=analytics/);
  await expect(page.getByRole("button", { name: /^Plays/ })).toContainText("840");
  await expect(page.getByRole("img", { name: /^100% at 0% of the video/ })).toBeVisible();
  await page.getByRole("button", { name: "news.example" }).click();
  await expect(page.getByRole("button", { name: /^Plays/ })).toContainText("420");
  await expect(page).toHaveURL(new RegExp(`/video/${video}`));
  await page.getByRole("link", { name: "Open in Analytics" }).click();
  await expect(page).toHaveURL(/analytics\/top-videos\?.*host=news\.example/);

  const stream = await addStream();
  await follow(page, `/live/${stream}?tab=analytics`);
  const figures = page.getByRole("group", { name: "Figures of the range" });
  await expect(figures).toContainText("On air2 h");
  await page.getByText("More metrics").click();
  const others = page.getByRole("group", { name: "More metrics" });
  await expect(others).toContainText("Sessions1");
  await expect(others).toContainText("Ingest drops3");
  await page.getByRole("button", { name: /^Peak/ }).click();
  await expect(page.getByRole("img", { name: /^Peak/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await follow(page, "/analytics/top-livestreams");
  await expect(page.getByRole("row").filter({ hasText: "Harbour camera" })).toContainText("Plays");
});
