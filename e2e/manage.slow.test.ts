import { deleteRows, findRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { BusyProject } from "./busy-project.ts";
import { FilmFolder } from "./console-films.ts";
import { LIVE_PATIENCE_MS, PATIENCE_MS, TRANSCODING_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

const films = new FilmFolder();
// Before those of the people, who take their database with them.
test.afterAll(async () => {
  // The next file of this worker uses the same installation.
  await deleteRows(people, "installation_settings", {});
  await films.close();
});
const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });
const place = sharedPlace(people, "Relay House", "Trailers");

const MIB = 1_048_576;
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const give = (page: Page, path: string) => page.getByTestId("upload-input").setInputFiles([path]);
const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Uploads" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("textbox", { name: `Title of ${name}` }) });
const videoOf = (fileName: string) => findRow(people, "videos", { project_id: place.projectId, file_name: fileName });

/** Chooses a state of maintenance on the page. */
async function switchMaintenance(page: Page, mode: "Off" | "Announced" | "On"): Promise<void> {
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: mode, exact: true }).click();
}

// spec: 6.3
test("maintenance during an upload, a transcode, a livestream and playback: nothing is lost, and everything keeps playing", async ({
  browser,
  product,
}) => {
  await updateRows(people, "projects", { id: place.projectId }, { default_privacy: "publish_when_ready" });
  const theirs = await browser.newContext();
  const page = await theirs.newPage();
  await page.clock.install();
  await people.arrive(page, place.owner, "/upload");
  await give(page, (await films.film("playing.mp4")).path);
  await expect(row(page, "playing.mp4")).toContainText("Complete", { timeout: TRANSCODING_PATIENCE_MS });
  const { hash } = await until("the first video", () => videoOf("playing.mp4"));
  const onAir = await makeProject(product);
  const busy = await BusyProject.start(product, onAir);

  const root = await (await browser.newContext()).newPage();
  await people.arrive(root, superuser, "/advanced/manage?tab=maintenance");
  await switchMaintenance(root, "On");
  await root.getByLabel("Ends").fill("2130-01-31T18:30");
  await root.getByRole("textbox", { name: "Message" }).fill("New disks are built in.");

  // The second part of the file waits until maintenance is on.
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let parts = 0;
  const waiting = await films.film("waiting.mp4");
  await give(page, waiting.path);
  await until("its source is there", async () => (await videoOf("waiting.mp4"))?.source_key);
  await page.route(/\/uploads\/[^/]+$/, async (route) => {
    if (route.request().method() === "PATCH" && (parts += 1) === 2) await held;
    await route.continue();
  });
  const refused = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.status() === 503);
  const film = await films.film("long.mp4", 12 * MIB);
  await give(page, film.path);
  await expect.poll(() => parts).toBe(2);
  await save(root);
  await expect(root.getByText("Maintenance is on: only superusers change anything.")).toBeVisible();
  goOn();
  expect(await (await refused).json()).toMatchObject({ code: "maintenance" });
  await expect(page.getByText("Maintenance until Jan 31, 2130")).toBeVisible();
  await expect(page.getByText("New disks are built in.")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  // What was uploaded before is transcoded meanwhile.
  await expect(row(page, "waiting.mp4")).toContainText("Complete", { timeout: TRANSCODING_PATIENCE_MS });
  const viewer = await theirs.newPage();
  await viewer.goto(`${product.urls.edge}/embed/${hash}?autoplay=1&muted=1`);
  const player = viewer.locator("video[slot=media]");
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(1);
  const fresh = await (await browser.newContext()).newPage();
  await people.arrive(fresh, place.owner, "/settings/project/categories");
  await expect(fresh.getByText("Maintenance until Jan 31, 2130")).toBeVisible();

  await busy.expectToPlay();
  expect(busy.live.discontinuities).toBe(0);

  await switchMaintenance(root, "Off");
  await save(root);
  await expect(root.getByText("Maintenance is off.")).toBeVisible();
  await expect(async () => {
    // A refused upload is sent again after this time.
    await page.clock.fastForward(30_000);
    await expect.poll(() => parts, { timeout: patient(2_000) }).toBeGreaterThan(2);
  }).toPass({ timeout: PATIENCE_MS });
  await expect(row(page, "long.mp4")).toContainText("Complete", { timeout: TRANSCODING_PATIENCE_MS });
  const stored = await until("the hash of the whole file", async () => (await videoOf("long.mp4"))?.source_sha256);
  expect(stored.toString("hex")).toBe(film.sha256);
  await busy.stop();
  await onAir.db.destroy();
  for (const each of [theirs, root.context(), fresh.context()]) await each.close();
});

// spec: 6.3
test("a superuser announces maintenance, and opens registration", async ({ page, browser, product }) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=maintenance");
  await switchMaintenance(page, "Announced");
  await save(page);
  await expect(page.getByText("Enter when maintenance starts.").first()).toBeVisible();
  await page.getByLabel("Starts").fill("2130-01-31T18:30");
  await save(page);
  await expect(page.getByText("Maintenance is planned for Jan 31, 2130")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await page.getByRole("tab", { name: "Switches" }).click();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${product.urls.login}/register`);
  await expect(visitor.getByText("Registration is by invitation")).toBeVisible();
  await page.getByRole("switch", { name: "Open registration" }).click();
  await save(page);
  await expect(page.getByText("Switches are saved.")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("textbox", { name: /email/i })).toBeVisible();
  await visitor.context().close();
});

// spec: 6.3
test("a superuser switches a feature off, for one account on again, and lowers a limit", async ({ page, browser }) => {
  await people.arrive(page, superuser, "/advanced/manage");
  await page.getByRole("switch", { name: "Livestreams" }).click();
  await save(page);
  await expect(page.getByText("Switches are saved.")).toBeVisible();
  const theirs = await (await browser.newContext()).newPage();
  await people.arrive(theirs, place.owner, "/live");
  await expect(
    theirs.getByText("Livestreams are switched off for this account by the operator.").first(),
  ).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Create livestream" })).toHaveCount(0);
  expect(await obstaclesInBothSchemes(theirs)).toEqual([]);

  await page.goto(page.url().replace("/advanced/manage", "/advanced/accounts"));
  await page.getByRole("searchbox").fill("Relay House");
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Actions for Relay House" }).click();
  await page.getByRole("menuitem", { name: "Features" }).click();
  await expect(page.getByRole("combobox", { name: "Livestreams" })).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Livestreams" }).click();
  await page.getByRole("option", { name: "On", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Features are saved.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Create livestream" }).first()).toBeVisible();
  await theirs.context().close();

  await page.goto(page.url().replace(/\/advanced\/accounts.*/, "/advanced/manage?tab=limits"));
  await page.getByRole("textbox", { name: "Largest file" }).fill("129");
  await save(page);
  await expect(page.getByText("Enter a number of gigabytes from 0.001 to 128.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Largest file" }).fill("20");
  await save(page);
  await expect(page.getByText("Limits are saved.")).toBeVisible();
});

test("an owner is kept out of the page", async ({ page }) => {
  await people.arrive(page, place.owner, "/advanced/manage");
  await expect(page).toHaveURL(/\/dashboard/);
});
