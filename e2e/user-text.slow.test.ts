import { createHash, randomBytes } from "node:crypto";
import { insertRow, insertRows, selectRows } from "@kinora/db/testing-rows.ts";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { HOSTILE_TEXTS, hostileTexts } from "../apps/console/src/testing/hostile-texts.ts";
import { fillWithHostileTexts, type HostileVideo } from "./hostile-project.ts";
import { follow } from "./in-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { foreignMarkup, watchScripts, type ScriptWatch } from "./script-watch.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures");
let videos: HostileVideo[];
let key: string;

test.beforeAll(async () => {
  videos = await fillWithHostileTexts(people.db, place);
  key = `vk_live_${randomBytes(32).toString("base64url")}`;
  const row = { name: "Test", prefix: key.slice(0, 12), key_hash: createHash("sha256").update(key).digest() };
  await insertRow(people, "api_keys", {
    project_id: place.projectId,
    account_id: place.accountId,
    scopes: ["full"],
    ...row,
  });
});

/** A browser of its own in which everything that runs is noticed. */
async function watched(browser: Browser): Promise<{ context: BrowserContext; page: Page; watch: ScriptWatch }> {
  const context = await browser.newContext();
  const watch = await watchScripts(context);
  return { context, page: await context.newPage(), watch };
}

test("there are enough tricks to speak of", () => {
  expect(Object.keys(HOSTILE_TEXTS).length).toBeGreaterThanOrEqual(30);
});

test("records, uploads, menus and the palette of the console run nothing of what people wrote", async ({ browser }) => {
  test.setTimeout(patient(600_000));
  const { context, page, watch } = await watched(browser);
  await people.arrive(page, place.owner);
  const markup: string[] = [];
  await follow(page, "/upload/logs");
  for (let row = 0; row < 5; row++)
    await page
      .getByRole("button", { name: /^Show the record of/ })
      .first()
      .click();
  await expect(page.getByRole("region", { name: /^Record of/ })).toHaveCount(5);
  await expect(page.getByText("Upload started")).toHaveCount(5);
  await page
    .getByTestId("upload-input")
    .or(page.getByRole("link", { name: "Upload", exact: true }))
    .first()
    .click();
  const film = { mimeType: "video/mp4", buffer: Buffer.from("no film") };
  for (const text of hostileTexts.filter((each) => !each.includes("\u2028")).slice(0, 12))
    await page.getByTestId("upload-input").setInputFiles({ ...film, name: `${text.replaceAll("/", "∕")}.mp4` });
  await page
    .getByTestId("upload-input")
    .setInputFiles({ name: '<img src=x onerror="kinoraRan=1">.txt', mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByRole("list", { name: "Uploads" }).getByRole("listitem")).toHaveCount(12);
  markup.push(...(await foreignMarkup(page)));

  await page.getByRole("button", { name: "Switch project or account" }).click();
  await page.getByRole("menuitem").first().waitFor();
  markup.push(...(await foreignMarkup(page)));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump" }).fill("<img");
  markup.push(...(await foreignMarkup(page)));
  expect(markup).toEqual([]);
  expect(watch.findings).toEqual([]);
  await context.close();
});

test("texts a database cannot hold are refused in words", async ({ page }) => {
  const video = `/videos/${videos[0]?.id ?? 0}`;
  const project = `/projects/${place.projectId}`;
  const film = { title: "A film", description: "" };
  for (const odd of ["a\u0000b", "a\uD800b"]) {
    const asked: Record<string, [method: string, path: string, data?: object]> = {
      title: ["PUT", video, { ...film, title: odd }],
      description: ["PUT", video, { ...film, description: odd }],
      tags: ["PUT", video, { ...film, tags: [odd] }],
      metadata: ["PUT", video, { ...film, metadata: [{ key: odd, value: odd }] }],
      category: ["POST", `${project}/categories`, { name: odd }],
      chapters: ["PUT", `${video}/chapters`, { chapters: [{ start_seconds: 0, title: odd }] }],
      search: ["GET", `${project}/videos?search=${encodeURIComponent(odd.toWellFormed())}`],
    };
    for (const [field, [method, path, data]] of Object.entries(asked)) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await page.request.fetch(kinora.urls.api + path, { method, headers, ...(data ? { data } : {}) });
      expect.soft(answer.status(), `${field} ${JSON.stringify(odd)}`).toBeLessThan(500);
    }
  }
});

test("mails, and the pages they lead to, show names as text", async ({ browser }) => {
  const { context, page, watch } = await watched(browser);
  const inbox = `http://localhost:${Number(new URL(kinora.urls.console).port) + 4}`;
  const role = await people.db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", place.accountId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await insertRows(
    people,
    "development_mails",
    hostileTexts.map((text) => ({ recipient: "a@example.com", subject: text, body: `${text}\n${text}` })),
  );
  await people.arrive(page, place.owner, "/users");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("invited@example.com");
  await dialog.getByLabel("Role").click();
  await page.getByRole("option").nth(0).waitFor();
  expect(await foreignMarkup(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await insertRow(people, "project_members", {
    project_id: place.projectId,
    account_id: place.accountId,
    user_id: (await people.person("Ines Invited")).id,
    role_id: role.id,
  });
  const markup: string[] = [];
  await page.goto(inbox);
  markup.push(...(await foreignMarkup(page)));
  const mails = await selectRows(people, "development_mails", {}, "id", "subject");
  for (const { id, subject } of mails) {
    await page.goto(`${inbox}/mails/${id}`);
    expect(await page.locator("body").textContent()).toContain(subject);
    // Addresses in a mail are links: that is what they are for.
    markup.push(...(await foreignMarkup(page)).filter((what) => what !== "A href"));
  }
  for (const text of ["javascript:kinoraRan=1", ...hostileTexts.slice(0, 5)]) {
    await page.goto(`${kinora.urls.login}/activate?token=${encodeURIComponent(text)}`);
    markup.push(...(await foreignMarkup(page)));
    await page.goto(`${kinora.urls.console}/auth-server-error?to=${encodeURIComponent(text)}`);
    await page.getByRole("heading").first().waitFor();
    markup.push(...(await foreignMarkup(page)));
  }
  expect(markup).toEqual([]);
  expect(watch.findings).toEqual([]);
  await context.close();
});
