import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectFineOnAPhone } from "./accessibility.ts";
import type { ConsolePerson } from "./console-people.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace, sharedProduct } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });
const place = sharedPlace(people, "Southlight Films", "Teasers");

const bar = (page: Page) => page.getByRole("region", { name: "Acting as another person" });

/** Opens the dialog for a person in the list of all people. */
async function openAs(page: Page, root: ConsolePerson, { email }: ConsolePerson): Promise<void> {
  await people.arrive(page, root, "/advanced/users");
  await page.getByRole("searchbox").fill(email);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Impersonate" }).click();
}

/** What the API answers to a new category, asked by the page's own session. */
const addCategory = (page: Page, name: string) =>
  page.evaluate(
    async ({ url, title }) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const headers = { "content-type": "application/json", "X-XSRF-TOKEN": decodeURIComponent(token) };
      const body = JSON.stringify({ name: title });
      const answer = await fetch(url, { method: "POST", credentials: "include", headers, body });
      return { status: answer.status, message: ((await answer.json()) as { message?: string }).message ?? "" };
    },
    { url: `${kinora.urls.api}/projects/${place.projectId}/categories`, title: name },
  );

/** Gives the signed-in person of a browser codes of an app; answers the codes of time steps from now. */
async function turnCodesOn(page: Page): Promise<(step: number) => string> {
  const ask = async (path: string, data: object) => {
    const headers = { origin: kinora.urls.login, [LOGIN_HEADER]: "1" };
    const answer = await page.request.post(`${kinora.urls.login}/api${path}`, { headers, data });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as { secret?: string };
  };
  const { secret = "" } = await ask("/profile/totp/begin", { current_password: PASSWORD });
  const codeOf = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  await ask("/profile/totp", { code: codeOf(0) });
  return codeOf;
}

test("a superuser opens Kinora as a person with a reason: read-only under an amber bar, until they end it", async ({
  page,
}) => {
  await openAs(page, superuser, place.owner);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Impersonate" }).click();
  await expect(dialog.getByText("Reason can not be empty.")).toBeVisible();
  await expectFineOnAPhone(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("A video they cannot find");
  await dialog.getByRole("button", { name: "Impersonate" }).click();
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
  await expect(bar(page)).toContainText("read-only");
  await expect(bar(page)).toContainText("Reason: A video they cannot find");
  await expect(bar(page)).toContainText("Until");
  await expectFineOnAPhone(page);
  expect(await addCategory(page, "Changed")).toEqual({
    status: 403,
    message: "You are acting as another person, read-only: nothing can be changed.",
  });
  // What is the superusers' is closed meanwhile.
  await page.goto(`${kinora.urls.console}/advanced/users`);
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
  await follow(page, "/account/owners");
  await expect(page.getByText(place.owner.email).first()).toBeVisible();

  await bar(page).getByRole("button", { name: "End" }).click();
  await page.waitForURL(`${kinora.urls.console}/advanced/users`);
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test("changing anything takes a second factor, and the audit log has both names", async ({ page }) => {
  const careful = await people.person("Carla Careful", { superuser: true });
  await openAs(page, careful, place.owner);
  const codeOf = await turnCodesOn(page);
  const dialog = page.getByRole("dialog", { name: /^Impersonate/ });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("A video they cannot find");
  await dialog.getByRole("switch", { name: "Allow changes" }).click();
  await dialog.getByRole("button", { name: "Impersonate" }).click();
  const question = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(question).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await question.getByRole("link", { name: "Confirm" }).click();
  const asking = await opened;
  await expect(asking.getByLabel("Your password", { exact: true })).toBeHidden();
  await expectFineOnAPhone(asking);
  await asking.getByLabel("Authenticator code or recovery code").fill(codeOf(1));
  await asking.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
  await expect(bar(page)).toContainText("with edit access");
  expect(await addCategory(page, "Added for them")).toMatchObject({ status: 201 });

  await follow(page, "/users?tab=audit");
  const line = page.getByRole("row").filter({ hasText: "Added for them" });
  await expect(line).toContainText("Carla Careful as ");
  await bar(page).getByRole("button", { name: "End" }).click();
  await page.waitForURL(`${kinora.urls.console}/advanced/users`);
});

test("nobody else opens Kinora as another person, and superusers are not opened", async ({ page }) => {
  const other = await people.person("Hanna Root", { superuser: true });
  await people.arrive(page, place.owner, "/dashboard");
  const refused = await page.evaluate(async (url) => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "content-type": "application/json", "X-XSRF-TOKEN": decodeURIComponent(token) };
    const body = JSON.stringify({ reason: "Curious" });
    return (await fetch(url, { method: "POST", credentials: "include", headers, body })).status;
  }, `${kinora.urls.api}/advanced/users/${superuser.id}/act-as`);
  expect(refused).toBe(403);
  await page.context().clearCookies();
  const third = await people.person("Iris Root", { superuser: true });
  await people.arrive(page, third, "/advanced/users");
  await page.getByRole("searchbox").fill(other.email);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "End all sessions" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Impersonate" })).toHaveCount(0);
});
