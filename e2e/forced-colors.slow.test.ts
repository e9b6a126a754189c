import type { Locator } from "@playwright/test";
import { sql } from "kysely";
import { sumStored } from "../apps/server/src/testing/stored-sums.ts";
import { lostInHighContrast } from "./high-contrast.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Contrast Films", "High contrast");
test.beforeAll(async () => {
  await sql`
    insert into videos (project_id, account_id, hash, title, status, published)
    values (${place.projectId}, ${place.accountId}, 'contrasted012345', 'Seen', 'complete', true),
      (${place.projectId}, ${place.accountId}, 'contrasted012346', 'Unseen', 'complete', false)`.execute(people.db);
  await sql`
    insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, loads, plays)
    select date_trunc('hour', now()) - make_interval(days => day), ${place.projectId}, 'video', 0, 0, 'news.example', 'DE', 'desktop',
      'Chrome', 'viewer', 20, 10 + day
    from generate_series(0, 20) as day`.execute(people.db);
  await sumStored(people.db, place.projectId);
});

/** A property of an element, or of what is drawn before it. */
const styleOf = (element: Locator, property: string, pseudo?: "::before") =>
  element.evaluate((one, { name, part }) => getComputedStyle(one, part).getPropertyValue(name), {
    name: property,
    part: pseudo,
  });
const background = (element: Locator, pseudo?: "::before") => styleOf(element, "background-color", pseudo);

test("states, choices, switches, rows and charts can be distinguished in high contrast", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await people.arrive(page, place.owner, "/video");
  const row = (title: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });
  await expect(row("Seen")).toBeVisible();
  const ground = await background(page.locator("body"));

  const segments = page.getByRole("radiogroup").first().locator("label > span");
  expect(await background(segments.nth(0))).not.toBe(await background(segments.nth(1)));

  const links = page.getByRole("navigation").first().getByRole("link");
  const here = links.and(page.locator("[aria-current=page]")).first();
  const other = links.and(page.locator(":not([aria-current])")).first();
  expect(await background(here)).not.toBe(await background(other));
  expect(await styleOf(here, "color")).not.toBe(await background(here));

  const track = (title: string) => row(title).locator(".mantine-Switch-track");
  const thumb = (title: string) => track(title).locator(".mantine-Switch-thumb");
  expect(await background(track("Seen"))).not.toBe(await background(track("Unseen")));
  for (const title of ["Seen", "Unseen"])
    expect(await background(thumb(title))).not.toBe(await background(track(title)));

  await row("Seen").getByRole("checkbox", { name: "Select Seen" }).press("Space");
  await expect(row("Seen")).toHaveAttribute("aria-selected", "true");
  expect(await styleOf(row("Seen"), "border-left-width")).toBe("4px");
  expect(await styleOf(row("Unseen"), "border-left-width")).not.toBe("4px");

  await follow(page, "/analytics/top-videos");
  await expect(page.getByText("No viewers now")).toBeVisible();
  const mark = page.locator("[data-mark] > [aria-hidden]").first();
  expect(await styleOf(mark, "border-top-color", "::before")).not.toBe(ground);
  await follow(page, "/analytics/players");
  const chosen = page.getByRole("button", { name: /^Plays/ });
  expect(await background(chosen)).not.toBe(await background(page.getByRole("button", { name: /^Watch time/ })));
  const canvas = page.getByRole("img", { name: /^Plays/ }).locator("canvas");
  const text = await styleOf(page.locator("body"), "color");
  const drawnIn = () =>
    canvas.evaluate((element, wanted) => {
      const { width, height } = element as HTMLCanvasElement;
      const pixels = (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      const [red, green, blue] = (/\d+, \d+, \d+/.exec(wanted)?.[0] ?? "").split(", ").map(Number);
      let drawn = 0;
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue && (pixels[at + 3] ?? 0) > 200)
          drawn += 1;
      return drawn;
    }, text);
  await expect.poll(drawnIn).toBeGreaterThan(100);
});

test("the crawl finds what looks alike in high contrast and is not", async ({ page }) => {
  const tab = (chosen: boolean) => `<button role="tab" aria-selected="${chosen}">Day</button>`;
  const bar = '<div role="progressbar" style="width: 40px; height: 9px; background: blue"></div>';
  await page.setContent(`<div>${tab(true)}${tab(false)}</div><div style="width: 90px; background: gray">${bar}</div>`);
  const lost = await lostInHighContrast(page);
  expect(lost.map((line) => line.split(": <")[0])).toEqual(["looks as if not chosen", "no progress is seen"]);
});
