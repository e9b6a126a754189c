import type { BrowserContext, Page } from "@playwright/test";
import { dropFiles, FilmFolder } from "./console-films.ts";
import { startKinora, type Environment } from "./environment.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";

let kinora: Environment;
let context: BrowserContext;
let page: Page;
const films = new FilmFolder();
const problems: string[] = [];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  kinora = await startKinora();
  context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
  page.on("pageerror", ({ message }) => problems.push(message));
});
test.afterAll(async () => {
  await context?.close();
  await kinora?.stop();
  await films.close();
});

const dialog = () => page.getByRole("dialog", { name: "New project" });
const copied = () => page.evaluate(() => navigator.clipboard.readText());
let videoAddress = "";
let embedAddress = "";

test("the first person comes by the link the start printed, once, makes an account and is led to a first project", async () => {
  const link = kinora.firstRunLink ?? "";
  await page.goto(link);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Account name").fill("Analytical Engines");
  await page.getByLabel("Password", { exact: true }).fill("aaaaaaaaaaaaaa");
  await page.getByRole("button", { name: "Create and sign in" }).click();
  await expect(page.getByText("This password is easy to guess").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("violet ladder hums");
  await page.getByRole("button", { name: "Create and sign in" }).click();
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
  const again = await context.newPage();
  await again.goto(link);
  await expect(again.getByRole("heading", { name: "Kinora is set up" })).toBeVisible();
  await again.close();
  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Onboarding" })).toBeVisible();
});

// spec: 1.3, 2.31, 5.3, 7.7
test("the new project dialog takes Enter, and leads into the project", async () => {
  await page.getByRole("main").getByRole("button", { name: "New project" }).click();
  await dialog().getByLabel("Name").fill("Films");
  await dialog().getByLabel("Domain").fill("films.example.com");
  await dialog().getByLabel("Domain").press("Enter");
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Dashboard", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch project or account" })).toContainText("Films");
});

// spec: 1.1, 4.25
test("two dropped files travel while one looks around, and become videos of the library", async () => {
  const two = [await films.film("first_light.mp4"), await films.film("second_sight.mp4")];
  await page.getByRole("link", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Drop video or audio files here")).toBeVisible();
  await dropFiles(page, two);
  const list = page.getByRole("list", { name: "Uploads" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("progressbar")).toHaveCount(2);
  await page.getByRole("link", { name: "Videos", exact: true }).first().click();
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("first light")).toBeVisible();
  await expect(tray.getByText("Complete")).toHaveCount(2, { timeout: TRANSCODING_PATIENCE_MS });
  const table = page.getByRole("table");
  await expect(table.getByRole("link", { name: "first light" })).toBeVisible();
  await expect(table.getByRole("link", { name: "second sight" })).toBeVisible();
  await tray.getByRole("button", { name: "Close" }).click();
  await expect(tray).toHaveCount(0);
});

// spec: 1.1, 4.20, 7.10, 8.5
test("a switch publishes a video and says so", async () => {
  const publish = page.getByRole("table").getByRole("switch", { name: "Published: first light" });
  await publish.press("Space");
  await expect(page.getByRole("status").filter({ hasText: /^Published\.\.\.$/ })).toBeVisible();
  await expect(publish).toBeChecked();
});

test("unpublishing can be taken back", async () => {
  const publish = page.getByRole("table").getByRole("switch", { name: "Published: first light" });
  await publish.press("Space");
  const toast = page.getByRole("status").filter({ hasText: "Unpublished..." });
  await expect(publish).not.toBeChecked();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(publish).toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: /^Published\.\.\.$/ })).toBeVisible();
});

// spec: 7.9, 8.4
test("what is written about a video is saved with words", async () => {
  await page.getByRole("table").getByRole("link", { name: "first light" }).click();
  await page.waitForURL(/\/video\/\d+$/);
  videoAddress = page.url();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("The first light");
  await page.getByRole("textbox", { name: "Description" }).fill("A morning in four seconds.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Video meta data is saved.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("The first light");
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("A morning in four seconds.");
});

// spec: 2.33, 8.10
test("the three ways to show a video elsewhere are copied with words from the library", async () => {
  await page.goto(`${kinora.urls.console}/video`);
  for (const label of ["JS embed code", "Share link", "Iframe embed code"]) {
    await page.getByRole("button", { name: "Copy embed code of The first light" }).click();
    await page.getByRole("menuitem", { name: label }).click();
    await expect(page.getByText(`${label} is copied to clipboard`, { exact: true })).toBeVisible();
  }
  embedAddress = /src="([^"]+)"/.exec(await copied())?.[1] ?? "";
  expect(new URL(embedAddress).origin).toBe(new URL(kinora.urls.edge).origin);
});

// spec: 1.7
test("the copied frame plays on the edge's own origin", async ({ browser }) => {
  const visitor = await browser.newContext();
  const elsewhere = await visitor.newPage();
  await elsewhere.goto(embedAddress);
  await elsewhere.locator(".kinora-start-button").click();
  const time = () => elsewhere.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0.5);
  await visitor.close();
});

// spec: 7.11, 8.6
test("a video goes to the trash after a question and is shown nowhere", async () => {
  await page.goto(videoAddress);
  await page.getByRole("button", { name: "Delete video" }).click();
  const question = page.getByText(/^“The first light” moves to Trash for 30 days\./);
  await expect(question).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Delete video" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  await page.waitForURL(/\/video$/);
  await expect(page.getByRole("table").getByRole("link", { name: "second sight" })).toBeVisible();
  await expect(page.getByRole("link", { name: "The first light" })).toHaveCount(0);
  const stream = embedAddress.replace("/embed/", "/hls/").replace(/[?#].*$/, "");
  expect((await page.request.get(`${stream}/master.m3u8`)).status()).toBe(404);
  expect(problems).toEqual([]);
});
