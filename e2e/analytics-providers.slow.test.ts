import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findRow } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS, type AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import type { Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { ConsolePeople } from "./console-people.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();
/** Stands for Matomo and for a pixel's server. */
let receiver: Server;
let address: string;
let received: URL[] = [];

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(new URL(request.url ?? "/", address));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  receiver?.close();
});

/** What reached Google: the addresses of its script, and what the script would read. */
interface Watched {
  scripts: string[];
  code: string[];
}

/** Opens a page of another origin with the video in a frame, under these settings of its project. */
async function open(page: Page, settings: Partial<AnalyticsProviders>): Promise<Watched> {
  received = [];
  const { hash } = await edge.addVideo();
  const { db } = edge.services;
  const row = { settings: JSON.stringify({ ...NO_PROVIDERS, ...settings }) };
  await db
    .insertInto("project_analytics")
    .values({ ...edge.owner, ...row })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
    .execute();
  // Answers of embed pages come from memory for two seconds.
  await expect
    .poll(async () => (await fetch(`${edge.url}/embed/${hash}`)).text())
    .toContain(`&quot;consent&quot;:${settings.consent ?? true}`);
  const watched: Watched = { scripts: [], code: [] };
  await page.route("https://www.googletagmanager.com/**", (route) => {
    watched.scripts.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "cross-origin-resource-policy": "cross-origin" },
      body: "",
    });
  });
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/")) watched.code.push(pathname);
  });
  const html = `<!doctype html><title>A page</title><body><script src="${edge.url}/embed.js" data-video="${hash}"></script>`;
  await page.goto(await edge.pageElsewhere(html));
  return watched;
}

const frameOf = (page: Page) => page.locator("iframe").contentFrame();
const events = (pathname: string, name: string) =>
  received.filter((url) => url.pathname === pathname).map(({ searchParams }) => searchParams.get(name));

async function play(page: Page): Promise<void> {
  const frame = frameOf(page);
  await frame.locator(".kinora-start-button").click();
  await expect
    .poll(() => frame.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
}

const giveConsent = (page: Page, given: boolean) =>
  page.evaluate((isGiven) => {
    const { KinoraPlayer } = window as unknown as {
      KinoraPlayer: new (frame: Element | null) => { setConsent(given: boolean): void };
    };
    new KinoraPlayer(document.querySelector("iframe")).setConsent(isGiven);
  }, given);

test("where consent is required nothing is loaded or sent before it, and everything stops with it", async ({
  page,
}) => {
  const watched = await open(page, {
    google: { measurement_id: "G-TEST1234" },
    matomo: { url: address, site_id: 4 },
    pixel: { url: `${address}/p.gif?e={event}&p={page_url}` },
  });
  await play(page);
  expect(watched.scripts).toEqual([]);
  expect(watched.code.filter((file) => file.includes("view-watch"))).toEqual([]);
  expect(received).toEqual([]);

  await giveConsent(page, true);
  await expect.poll(() => events("/matomo.php", "e_a")).toContain("play");
  await expect.poll(() => events("/p.gif", "e")).toContain("play");
  expect(watched.scripts).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-TEST1234"]);
  const video = frameOf(page).locator("video");
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect.poll(() => events("/p.gif", "e")).toContain("pause");
  expect(events("/p.gif", "p")[0]).toBe(new URL(page.url()).origin + "/");
  // What Google's script would read.
  const layer = await video.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: ArrayLike<unknown>[] };
    return dataLayer.map((entry) => JSON.stringify(Array.from(entry)));
  });
  expect(layer[0]).toMatch(/^\["consent","default",\{"analytics_storage":"granted","ad_storage":"denied"/);
  expect(layer.join(" ")).toMatch(/"video_start".*"video_pause"/);

  await giveConsent(page, false);
  const sent = received.length;
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  expect(received).toHaveLength(sent);
});

test("without consent required a view is reported to its end, each quarter once, and only the chosen events", async ({
  page,
}) => {
  const watched = await open(page, {
    pixel: { url: `${address}/p.gif?e={event}` },
    events: ["play", "25", "50", "75", "100"],
    consent: false,
  });
  await play(page);
  const video = frameOf(page).locator("video");
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.8;
  });
  await expect.poll(() => events("/p.gif", "e")).toEqual(["play", "25", "50", "75", "100"]);
  expect(watched.scripts).toEqual([]);
});

test("own addresses and days kept are settings of the project, and fewer days are asked about first", async ({
  page,
  product,
}) => {
  const people = new ConsolePeople(product);
  const place = await people.place("Harbour Counting", "North Quay");
  await people.arrive(page, place.owner, "/settings/analytics");
  const own = page.getByRole("textbox", { name: "Own addresses" });
  await own.fill("192.0.2.0/24\noffice");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByText('"office" is no IP address or range, such as 192.0.2.0/24 or 2001:db8::/32.'),
  ).toBeVisible();
  await own.fill("192.0.2.0/24\n2001:db8::1");
  await page.getByRole("combobox", { name: "Keep figures of viewers" }).click();
  await page.getByRole("option", { name: "90 days" }).click();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Figures of viewers older than 90 days are deleted permanently.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Save and delete" }).click();
  await expect
    .poll(async () => {
      const saved = await findRow(people, "project_analytics", { project_id: place.projectId }, "settings");
      return saved && [saved.settings.own_addresses, saved.settings.kept_days];
    })
    .toEqual([["192.0.2.0/24", "2001:db8::1"], 90]);
  await page.reload();
  await expect(own).toHaveValue("192.0.2.0/24\n2001:db8::1");
  await people.close();
});
