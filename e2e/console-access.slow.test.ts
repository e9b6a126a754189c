import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { ConsolePeople } from "./console-people.ts";
import type { Environment } from "./environment.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";

let kinora: Environment;
let people: ConsolePeople;

test.beforeAll(async ({ product }) => {
  kinora = product;
  people = new ConsolePeople(kinora);
});
test.afterAll(async () => {
  await people?.close();
});

const open = ["/", "/no-such-page", "/auth-server-error?to=/video"];

const signedIn = (videoId: number): string[] => [
  "/dashboard",
  "/upload",
  "/upload/logs",
  "/video",
  "/video?type=inprogress",
  "/video?search=nothing-like-it",
  `/video/${videoId}`,
  "/video/999999",
  "/live",
  "/live/logs",
  "/live/1",
  "/player",
  "/player/1",
  "/playlist",
  "/playlist/1",
  "/playlist/1/manage",
  // One page of each room that is announced only: they are one component.
  "/analytics/transcode",
  ...["settings", "categories", "tags", "resolutions"].map((tab) => `/settings/project/${tab}`),
  ...["ads", "restrictions", "webhooks", "analytics", "api"].map((page) => `/settings/${page}`),
  ...["keys", "denied", "embeds"].map((tab) => `/settings/restrictions/${tab}`),
  "/users",
  ...["invitations", "roles", "audit"].map((tab) => `/users?tab=${tab}`),
  "/account/statistics",
  "/advanced/logs",
  "/advanced/logs/video",
  "/advanced/videos/1/embed",
];

// spec: 2.19
test("every page can be used by everybody, in light and in dark", async ({ browser }) => {
  test.setTimeout(600_000);
  const owner = await people.person("Sue Super", { superuser: true });
  const accountId = await people.account("Harbour", owner);
  const projectId = await people.project(accountId, "North Quay");
  const video = {
    project_id: projectId,
    account_id: accountId,
    status: "complete" as const,
    playable: false,
    duration_seconds: 83,
    width: 1920,
    height: 1080,
    description: "Ships come and go.",
    file_name: "harbour.mp4",
    user_id: owner.id,
  };
  const { id } = await people.db
    .insertInto("videos")
    .values([
      { ...video, hash: "harbour-complete", title: "The harbour at six", published: true },
      { ...video, hash: "harbour-processing", title: "Fog over the pier", status: "in_queue" },
    ])
    .returning("id")
    .executeTakeFirstOrThrow();

  const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  const look = async (path: string) => {
    await page.getByRole("main").locator("h1, h2, [role=alert], p").first().waitFor();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    // Rows of the page before are shown faded until the next ones are there.
    await expect(page.locator("[data-stale=true]")).toHaveCount(0);
    faults.push(...(await obstaclesInBothSchemes(page)).map((found) => `${path} ${found}`));
    if ((await pixelsTooWide(page)) > 0) faults.push(`${path} is wider than its window`);
  };
  for (const path of open) {
    await page.goto(kinora.urls.console + path);
    await look(path);
  }
  await people.arrive(page, owner);
  for (const path of signedIn(id)) {
    await follow(page, path);
    await look(path);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/dashboard", "/upload", "/video", "/users", "/settings/project/settings"]) {
    await follow(page, path);
    await look(path);
  }
  expect(faults).toEqual([]);
  await context.close();
});
