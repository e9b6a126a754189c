import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedProduct } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";

const NEW_PASSWORD = "amber bridge sleeps";

const kinora = sharedProduct();
const people = sharedPeople();
let email = "";
test.beforeAll(async () => {
  const person = await people.person("Ada Lovelace", { superuser: true });
  await people.account("Analytical Engines", person);
  email = person.email;
});
test.describe.configure({ mode: "serial" });

/** What a page asks an API host, as the console's scripts do: with cookies, and the token of its cookie. */
function call(page: Page, url: string, options: { method?: string; body?: object; token?: boolean } = {}) {
  return page.evaluate(
    async ({ url, method, body, token }) => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const response = await fetch(url, {
        method,
        credentials: "include",
        headers: {
          ...(body ? { "content-type": "application/json" } : {}),
          ...(token ? { "X-XSRF-TOKEN": xsrf } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    { url, method: options.method ?? "GET", body: options.body, token: options.token ?? false },
  );
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const atDashboard = (page: Page) => page.waitForURL(`${kinora.urls.console}/dashboard`);

/** The link of the only mail with the subject in the development inbox of the person. */
async function mailedLink(page: Page, subject: string): Promise<string> {
  const inbox = `http://localhost:${Number(new URL(kinora.urls.console).port) + 4}`;
  const mails = async () =>
    ((await (await page.request.get(`${inbox}/mails.json?to=${email}`)).json()) as { data: { subject: string }[] })
      .data;
  await expect.poll(async () => (await mails()).filter((mail) => mail.subject === subject).length).toBe(1);
  await page.goto(inbox);
  await page.getByRole("link", { name: subject }).filter({ hasText: email }).click();
  return (await page.getByRole("link", { name: /token=/ }).getAttribute("href")) ?? "";
}

test("four origins, one sign-in: the console's page holds a session, changes need its token, signing out ends it", async ({
  page,
  context,
}) => {
  const { console: home, login, api } = kinora.urls;
  await page.goto(`${login}/login?redirect=${encodeURIComponent(`${home}/dashboard`)}`);
  await signIn(page, "not the password");
  await expect(page.getByRole("alert")).toHaveText("Email or password is wrong.");
  await signIn(page, PASSWORD);
  await atDashboard(page);

  const cookies = await context.cookies();
  const hidden = cookies.filter(({ httpOnly }) => httpOnly).map(({ name }) => name);
  expect(hidden).toEqual(
    expect.arrayContaining(["kinora_login", "kinora_api_local"].map((name) => `${name}_${new URL(login).port}`)),
  );
  expect(await page.evaluate(() => document.cookie)).toMatch(/^XSRF-TOKEN=[^;]+$/);

  const host = await call(page, `${login}/host`);
  expect(host).toMatchObject({ status: 200, body: { host: api } });
  const config = await call(page, `${api}/config`);
  expect(config).toMatchObject({ status: 200, body: { user: { email, superuser: true } } });

  const projects = `${api}/accounts/${String(host.body["account_id"])}/projects`;
  const project = { name: "First", domain: "example.com" };
  expect((await call(page, projects, { method: "POST", body: project })).status).toBe(403);
  expect((await call(page, projects, { method: "POST", body: project, token: true })).status).toBe(201);

  const push = page.waitForEvent("websocket", (socket) => socket.url().includes("/realtime/"));
  await page.goto(`${home}/video`);
  await (await push).waitForEvent("framereceived");
  // The specification lists every key (§3).
  const keys = ["currentAccountId", "currentProjectId", "authenticated", "routerRedirected", "theme"];
  expect(keys).toEqual(expect.arrayContaining(await page.evaluate(() => Object.keys(localStorage))));

  const elsewhere = await context.newPage();
  await elsewhere.setContent(`<a href="${login}/logout">Free prizes</a>`);
  await elsewhere.getByRole("link").click();
  await expect(elsewhere.getByRole("heading", { name: "Sign out?" })).toBeVisible();
  expect((await call(page, `${api}/config`)).status).toBe(200);
  await elsewhere.goto(`${login}/logout?redirect=${encodeURIComponent(`${home}/`)}`);
  expect(new URL(elsewhere.url()).origin).toBe(home);
  expect((await call(page, `${api}/config`)).status).toBe(401);
  expect((await call(page, `${login}/host`)).status).toBe(401);
});

// spec: 1.5
test("a person who is signed in already goes straight on from the sign-in page", { tag: "@slow" }, async ({ page }) => {
  await page.goto(`${kinora.urls.login}/login`);
  await signIn(page, PASSWORD);
  await atDashboard(page);
  await page.goto(`${kinora.urls.login}/login?redirect=${encodeURIComponent("https://evil.example/")}`);
  await atDashboard(page);
});

// spec: 2.35
test("a forgotten password is replaced with the link of a mail, and every browser is signed out", async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${kinora.urls.login}/login`);
  await signIn(elsewhere, PASSWORD);
  await atDashboard(elsewhere);

  await page.goto(`${kinora.urls.login}/login`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = await mailedLink(page, "Choose a new password");
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await atDashboard(page);

  expect((await call(elsewhere, `${kinora.urls.api}/config`)).status).toBe(401);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await other.close();
});

// spec: 1.6
test("a person looks after their name, picture, password and sessions", async ({ page, browser }) => {
  const { login, api } = kinora.urls;
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${login}/login`);
  await signIn(elsewhere, NEW_PASSWORD);
  await atDashboard(elsewhere);
  await page.goto(`${login}/profile`);
  await signIn(page, NEW_PASSWORD);
  await page.waitForURL(`${login}/profile`);

  await page.getByLabel("Last name").fill("King");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();

  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") });
  await expect(page.getByRole("alert")).toHaveText("The picture has to be a PNG, JPEG or WebP file.");
  await choose.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(page.locator("main img[src*='/avatars/']")).toBeVisible();

  await expect(page.getByText("This browser")).toBeVisible();
  const others = page.getByRole("button", { name: /^Sign out Chrome/ });
  const count = await others.count();
  await others.first().click();
  await expect(others).toHaveCount(count - 1);
  expect((await call(elsewhere, `${api}/config`)).status).toBe(401);
  await other.close();

  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${kinora.urls.console}/`);
  expect((await call(page, `${api}/config`)).status).toBe(401);
});
