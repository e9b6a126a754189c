import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Orchard Contest");
/** The page of one's own, on an origin that Kinora knows nothing of. */
let html = "";
let site: Server;
let origin: string;

test.beforeAll(async () => {
  const tus = await readFile(new URL("../node_modules/tus-js-client/dist/tus.min.js", import.meta.url));
  site = createServer((request, response) => {
    const isScript = request.url === "/tus.min.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? tus : `<!doctype html><title>Contest</title>${html}`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  site?.close();
});

test("a stranger uploads once, from a page of one's own, with the page that the console shows", async ({
  page,
  browser,
}) => {
  await signInTo(page, kinora, project.owner, "/settings/api?tab=tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Contest");
  await dialog.getByRole("textbox", { name: "Allowed origins" }).fill(origin);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create token" }).click();
  html = await page.getByRole("textbox", { name: "Page", exact: true }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();

  const strangers = await browser.newContext();
  const stranger = await strangers.newPage();
  await stranger.goto(origin);
  const file = { name: "Holiday.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(300_000, 1) };
  await stranger.locator("#file").setInputFiles(file);
  await expect(stranger.locator("#state")).toHaveText("Uploaded.");
  await stranger.locator("#file").setInputFiles({ ...file, name: "Second.mp4" });
  await expect(stranger.locator("#state")).toHaveText("This upload token has no uses left.");
  await strangers.close();

  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Contest" })).toContainText("1 of 1");
});
