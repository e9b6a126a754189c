import type { Page, Route } from "@playwright/test";
import { ConsolePeople, type ConsolePerson, type ConsolePlace } from "./console-people.ts";
import { PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";

let people: ConsolePeople;
let superuser: ConsolePerson;
let place: ConsolePlace;
let videoId: number;
test.beforeAll(async ({ product }) => {
  people = new ConsolePeople(product);
  superuser = await people.person("Grete Desk", { superuser: true });
  place = await people.place("States Ltd");
  const { id } = await people.db
    .insertInto("videos")
    .values({
      project_id: place.projectId,
      account_id: place.accountId,
      hash: `states${place.projectId}`,
      title: "A film",
      status: "complete",
      playable: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  videoId = id;
});
test.afterAll(async () => {
  await people?.close();
});

const FAILED = "The disk of the database rests.";

/** The pages that read something as they open; the player demo reads when it is asked to (player-demo.test.ts). */
const pages = (): string[] => [
  ...["video", "live", "platform", "login"].map((kind) => `/advanced/logs/${kind}`),
  ...["accounts", "users", "projects", "permissions", "pricing", "invoices", "transcoding", "videos"].map(
    (name) => `/advanced/${name}`,
  ),
  `/advanced/accounts/${place.accountId}/pricing`,
  `/advanced/videos/${videoId}`,
  `/advanced/videos/${videoId}/embed`,
  ...["switches", "maintenance", "limits", "storage", "jobs", "backups", "system"].map(
    (tab) => `/advanced/manage?tab=${tab}`,
  ),
];

/** Holds what the pages of the advanced area read, then lets it fail, then lets it through. */
async function holdReads(page: Page, api: string) {
  const { promise: held, resolve: letFail } = Promise.withResolvers<void>();
  const isRead = (url: URL) => url.origin === api && url.pathname.startsWith("/advanced/");
  const fail = async (route: Route) => {
    if (route.request().method() !== "GET") return route.fallback();
    await held;
    return route.fulfill({
      status: 409,
      headers: {
        "access-control-allow-origin": new URL(page.url()).origin,
        "access-control-allow-credentials": "true",
      },
      json: { message: FAILED, code: "conflict" },
    });
  };
  await page.route(isRead, fail);
  return { letFail, letThrough: () => page.unroute(isRead, fail) };
}

// spec: 6.3
test("each page of the advanced area shows that it loads, says what failed, and tries again", async ({
  page,
  product,
}) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  const main = page.getByRole("main");
  for (const path of pages())
    await test.step(path, async () => {
      const reads = await holdReads(page, product.urls.api);
      await page.goto(product.urls.console + path);
      await expect(main.locator("[role=status], .mantine-Skeleton-root").first(), path).toBeVisible();
      reads.letFail();
      await expect(main.getByRole("alert").first(), path).toContainText(FAILED);
      await reads.letThrough();
      const retries = main.getByRole("button", { name: "Retry", exact: true });
      // A page of several parts has a button for each.
      await expect(async () => {
        if ((await retries.count()) > 0) await retries.first().click();
        await expect(main.getByText(FAILED), path).toHaveCount(0, { timeout: 1_000 });
      }).toPass({ timeout: PATIENCE_MS });
    });
});

// spec: 6.3
test("an owner is sent from each page of the advanced area to the dashboard", async ({ page, product }) => {
  await people.arrive(page, place.owner, "/dashboard");
  for (const path of ["/advanced", "/advanced/player-demo", ...pages()])
    await test.step(path, async () => {
      await page.goto(product.urls.console + path);
      await expect(page, path).toHaveURL(/\/dashboard$/);
    });
});

test("lists of the advanced area say when nothing matches, and show everything again", async ({ page, product }) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  for (const name of ["accounts", "users", "projects", "videos", "transcoding", "logs/platform"])
    await test.step(name, async () => {
      await page.goto(`${product.urls.console}/advanced/${name}?search=nothing-is-called-like-this`);
      const main = page.getByRole("main");
      await expect(main.getByRole("row").filter({ has: page.locator("[role=cell]") }), name).toHaveCount(0);
      const clear = main.getByRole("button", { name: "Clear filters" }).first();
      await expect(clear, name).toBeVisible();
      await clear.click();
      await expect(page, name).not.toHaveURL(/search=/);
    });
});
