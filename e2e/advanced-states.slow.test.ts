import type { Page } from "@playwright/test";
import { ConsolePeople, type ConsolePerson, type ConsolePlace } from "./console-people.ts";
import { follow } from "./in-page.ts";
import { PATIENCE_MS, patient } from "./patience.ts";
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

/** The pages that read something as they open; the player demo reads when it is asked to (player-demo.slow.test.ts). */
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

interface HeldPage extends Window {
  /** Lets what is held fail; what is read after that fails too. */
  letFail(): void;
  letThrough(): void;
}

/**
 * Holds what each page of the advanced area reads when it is loaded, then lets it fail, then lets it through. All in the page
 * itself: a browser whose requests are held by the test caches nothing, and compiles the console for each page again.
 */
const holdReads = (page: Page, api: string) =>
  page.addInitScript(
    ([origin, message]) => {
      const held = Promise.withResolvers<void>();
      let fails = true;
      Object.assign(window, { letFail: held.resolve, letThrough: () => (fails = false) });
      const ask = window.fetch.bind(window);
      window.fetch = async (input, options) => {
        const request = new Request(input, options);
        const { origin: host, pathname } = new URL(request.url);
        if (host !== origin || !pathname.startsWith("/advanced/") || request.method !== "GET") return ask(request);
        await held.promise;
        return fails ? Response.json({ message, code: "conflict" }, { status: 409 }) : ask(request);
      };
    },
    [api, FAILED],
  );

// spec: 6.3
test("each page of the advanced area shows that it loads, says what failed, and tries again", async ({
  page,
  product,
}) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  const main = page.getByRole("main");
  await holdReads(page, product.urls.api);
  for (const path of pages())
    await test.step(path, async () => {
      await page.goto(product.urls.console + path);
      await expect(main.locator("[role=status], .mantine-Skeleton-root").first(), path).toBeVisible();
      await page.evaluate(() => (window as unknown as HeldPage).letFail());
      await expect(main.getByRole("alert").first(), path).toContainText(FAILED);
      await page.evaluate(() => (window as unknown as HeldPage).letThrough());
      const retries = main.getByRole("button", { name: "Retry", exact: true });
      // A page of several parts has a button for each.
      await expect(async () => {
        if ((await retries.count()) > 0) await retries.first().click();
        await expect(main.getByText(FAILED), path).toHaveCount(0, { timeout: patient(1_000) });
      }).toPass({ timeout: PATIENCE_MS });
    });
});

// spec: 6.3
test("an owner is sent from each page of the advanced area to the dashboard", async ({ page }) => {
  await people.arrive(page, place.owner, "/advanced");
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ["/advanced", "/advanced/player-demo", ...pages()])
    await test.step(path, async () => {
      await follow(page, path);
      await expect(page, path).toHaveURL(/\/dashboard$/);
    });
});

test("lists of the advanced area say when nothing matches, and show everything again", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  for (const name of ["accounts", "users", "projects", "videos", "transcoding", "logs/platform"])
    await test.step(name, async () => {
      await follow(page, `/advanced/${name}?search=nothing-is-called-like-this`);
      const main = page.getByRole("main");
      await expect(main.getByRole("row").filter({ has: page.locator("[role=cell]") }), name).toHaveCount(0);
      const clear = main.getByRole("button", { name: "Clear filters" }).first();
      await expect(clear, name).toBeVisible();
      await clear.click();
      await expect(page, name).not.toHaveURL(/search=/);
    });
});
