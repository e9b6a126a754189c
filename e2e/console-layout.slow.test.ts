import { insertRows, selectRow } from "@kinora/db/testing-rows.ts";
import { pixelsTooWide } from "./accessibility.ts";
import { FilmFolder } from "./console-films.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
const films = new FilmFolder();

test.beforeAll(async () => {
  await insertRows(
    people,
    "videos",
    ["complete", "in_queue", "failed"].map((status, index) => ({
      project_id: place.projectId,
      account_id: place.accountId,
      hash: `layout${index}`,
      title: `A film with a title that needs its room ${index}`,
      description: "Ships come and go. ".repeat(40),
      status: status as "complete",
      playable: status === "complete",
      file_name: `harbour-${"long".repeat(20)}.mp4`,
    })),
  );
});
test.afterAll(() => films.close());

const at = (path: string) => kinora.urls.console + path;
const WIDTHS = [1440, 840, 786, 640, 480, 390] as const;

// spec: 2.39
test("no page is wider than its window at any width people have, and what frames it follows the width", async ({
  page,
}) => {
  const wide: string[] = [];
  const measure = async (path: string, isFirst = false) => {
    if (isFirst) await page.goto(at(path));
    else await follow(page, path);
    await page.getByRole("main").locator("h1, h2, p").first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) wide.push(`${path} at ${width}: ${over} px too wide`);
    }
  };
  for (const path of ["/", "/no-such-page"]) await measure(path, true);
  await people.arrive(page, place.owner);
  const { id } = await selectRow(people, "videos", { project_id: place.projectId }, "id");
  for (const path of ["/dashboard", "/upload", "/upload/logs", "/video", `/video/${id}`, "/users", "/live"])
    await measure(path);
  for (const tab of ["settings", "categories", "tags", "resolutions"]) await measure(`/settings/project/${tab}`);
  // The most there is to say of a video: how far it is, and how long it takes.
  await page.route(new RegExp(`/videos/${id}$`), async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    const most = { hash: "0m0m0m0m0m0m0m0m", status: "processing", progress: 99, eta: 35_999 };
    await route.fulfill({ response, json: { data: { ...data, ...most } } });
  });
  await page.goto(at(`/video/${id}`));
  await expect(page.getByText(/^99% · about /).first()).toBeVisible();
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  expect(wide).toEqual([]);

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole("complementary")).toHaveCount(width >= 840 ? 1 : 0);
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeVisible({ visible: width >= 640 });
    await expect(page.getByRole("timer", { name: "Time of day" })).toHaveCount(width >= 640 ? 1 : 0);
  }
  // A phone has the time in its drawer.
  await page.getByRole("button", { name: "Open navigation" }).click();
  await expect(page.getByRole("timer", { name: "Time of day" })).toBeVisible();
  await page.getByRole("button", { name: "Close navigation" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

// spec: 3.16, 4.10
test("a browser that does not count as signed in leaves through the logout and comes back to where it was going", async ({
  page,
}) => {
  await people.arrive(page, place.owner);
  await page.evaluate(() => localStorage.setItem("authenticated", "false"));
  const left = page.waitForRequest((request) => request.url().startsWith(`${kinora.urls.login}/logout`));
  await page.goto(at("/users")).catch(() => null);
  expect(new URL((await left).url()).searchParams.get("redirect")).toBe(at("/users"));
  await page.waitForURL(`${kinora.urls.login}/login?**`);
});

// spec: 4.24
test("a new version does not cut off an upload: pages do not reload by themselves, and refreshing asks first", async ({
  page,
  context,
}) => {
  const film = await films.film("survivor.mp4", 3 * 2 ** 20);
  let lastModified = "Wed, 04 Mar 2026 05:06:07 GMT";
  let looks = 0;
  await page.route(at("/index.html"), (route) => {
    if (route.request().method() !== "HEAD") return route.fallback();
    looks += 1;
    return route.fulfill({ status: 200, headers: { "last-modified": lastModified } });
  });
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.clock.install();
  await people.arrive(page, place.owner, "/upload");
  await expect.poll(() => looks).toBeGreaterThan(0);
  const devtools = await context.newCDPSession(page);
  const sendAtMost = (uploadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await sendAtMost(300_000);
  await page.getByTestId("upload-input").setInputFiles(film.path);
  const row = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect(row.getByText("Uploading")).toBeVisible();
  lastModified = "Thu, 05 Mar 2026 05:06:07 GMT";
  await page.clock.fastForward(60_000);
  const question = page.getByRole("dialog", { name: "New version" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  if (await question.isVisible()) await question.getByRole("button", { name: "Cancel" }).click();
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.getByRole("link", { name: "Videos", exact: true }).first().click();
  await page.getByRole("heading", { name: "Videos" }).waitFor();
  expect(loads).toBe(0);
  await sendAtMost(-1);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText(/In queue|Processing|Complete/).first()).toBeVisible();
});
