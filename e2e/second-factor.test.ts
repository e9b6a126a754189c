import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expect, test } from "./product.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "violet ladder hums";

let kinora: Environment;
let secret = "";
let recoveryCode = "";
test.beforeAll(async () => {
  kinora = await startKinora();
});
test.afterAll(() => kinora?.stop());
test.describe.configure({ mode: "serial" });

/** The code of the next time step: it is accepted already, and was not used by what came before. */
const codeOf = (step: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

async function typePassword(page: Page): Promise<void> {
  await page.goto(`${kinora.urls.login}/login?redirect=${encodeURIComponent(`${kinora.urls.login}/profile`)}`);
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function expectFineOnAPhone(page: Page): Promise<void> {
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await pixelsTooWide(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a person turns codes of an app on, and saves the recovery codes", async ({ page }) => {
  await page.goto(kinora.firstRunLink ?? "");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Account name").fill("Analytical Engines");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create and sign in" }).click();
  await page.waitForURL(`${kinora.urls.console}/dashboard`);

  await page.goto(`${kinora.urls.login}/profile`);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "Key for your authenticator app" })).toBeVisible();
  const uri = await page.locator("code.uri").textContent();
  secret = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await expectFineOnAPhone(page);
  await page.getByLabel("Code that the app shows").fill(codeOf(-1));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  recoveryCode = (await codes.first().textContent()) ?? "";
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("kinora-recovery-codes.txt");
  await expectFineOnAPhone(page);
  await page.getByRole("button", { name: "I saved them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await expectFineOnAPhone(page);
});

test("signing in asks for the code, and remembers the browser on request", async ({ page }) => {
  await typePassword(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is wrong, or it was used before.")).toBeVisible();
  await expectFineOnAPhone(page);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(0));
  await page.getByLabel("Do not ask again in this browser for 30 days").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Browsers that are not asked" })).toBeVisible();

  await page.request.get(`${kinora.urls.login}/logout`);
  await typePassword(page);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.getByRole("button", { name: /^Ask for a code in/ }).click();
  await expect(page.getByRole("heading", { name: "Browsers that are not asked" })).toBeHidden();
});

test("a recovery code signs in, and the password turns the codes off", async ({ page }) => {
  await typePassword(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Set up an app" })).toBeVisible();
});
