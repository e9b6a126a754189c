import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectFineOnAPhone } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";

const kinora = sharedProduct();
const people = sharedPeopleProject("Analytical Engines");
let secret = "";
let recoveryCode = "";
test.describe.configure({ mode: "serial" });

/** The code of a time step from now: that of the next one is accepted already, and was not used by what came before. */
const codeOf = (step: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

async function typePassword(page: Page): Promise<void> {
  await page.goto(`${kinora.urls.login}/login?redirect=${encodeURIComponent(`${kinora.urls.login}/profile`)}`);
  await page.getByLabel("Email").fill(people.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a person turns codes of an app on, and saves the recovery codes", async ({ page }) => {
  await typePassword(page);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "Setup key QR code" })).toBeVisible();
  const uri = await page.locator("code.uri").textContent();
  secret = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await expectFineOnAPhone(page);
  await page.getByLabel("6-digit code").fill(codeOf(0));
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
  await page.getByLabel("Code", { exact: true }).fill(codeOf(1));
  await page.getByLabel("Don't ask again in this browser for 30 days").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Trusted browsers" })).toBeVisible();

  await page.request.get(`${kinora.urls.login}/logout`);
  await typePassword(page);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.getByRole("button", { name: /^Ask for a code in/ }).click();
  await expect(page.getByRole("heading", { name: "Trusted browsers" })).toBeHidden();
});

test(
  "an owner demands it of the account in the console, and cannot turn it off meanwhile",
  { tag: "@slow" },
  async ({ page }) => {
    await typePassword(page);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("9 recovery codes are left.")).toBeVisible();

    await page.goto(`${kinora.urls.console}/settings/project/settings`);
    const demand = page.getByRole("switch", { name: "Require a second factor" });
    await demand.click();
    await expect(demand).toBeChecked();
    await page.goto(`${kinora.urls.login}/profile`);
    const turnOff = async () => {
      await page.getByRole("button", { name: "Turn off the app" }).click();
      await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Turn off", exact: true }).click();
    };
    await turnOff();
    await expect(page.getByText(/^Analytical Engines .* requires a second factor\./)).toBeVisible();

    await page.goto(`${kinora.urls.console}/settings/project/settings`);
    await demand.click();
    await expect(demand).not.toBeChecked();
    await page.goto(`${kinora.urls.login}/profile`);
    await turnOff();
    await expect(page.getByRole("button", { name: "Set up an app" })).toBeVisible();
  },
);

test("who is led to the setup continues after it", { tag: "@slow" }, async ({ page }) => {
  await typePassword(page);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  const redirect = encodeURIComponent(`${kinora.urls.login}/profile`);
  await page.goto(`${kinora.urls.login}/second-factor?redirect=${redirect}`);
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  secret = new URL((await page.locator("code.uri").textContent()) ?? "").searchParams.get("secret") ?? "";
  await expectFineOnAPhone(page);
  await page.getByLabel("6-digit code").fill(codeOf(0));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  recoveryCode = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I saved them, continue" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
});

test("a passkey is added, renamed, signs in alone and is removed", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await typePassword(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name of the passkey").fill("This laptop");
  await page.getByRole("button", { name: "Create passkey" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys.getByText("This laptop")).toBeVisible();
  await page.getByRole("button", { name: "Rename This laptop" }).click();
  await page.getByLabel("Name of the passkey").fill("My laptop");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(passkeys.getByText("My laptop")).toBeVisible();
  await expectFineOnAPhone(page);

  await page.request.get(`${kinora.urls.login}/logout`);
  await page.goto(`${kinora.urls.login}/login?redirect=${encodeURIComponent(`${kinora.urls.login}/profile`)}`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(passkeys.getByText("My laptop")).toBeVisible();
  await page.getByRole("button", { name: "Remove My laptop" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Remove My laptop" }).last().click();
  await expect(passkeys).toBeHidden();
});
