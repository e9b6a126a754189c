import { updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { startOrganization, type Organization } from "../apps/server/src/testing/organization-provider.ts";
import { expectFineOnAPhone } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { arriveAt, signIn } from "./sign-in.ts";

const kinora = sharedProduct("openProduct");
const people = sharedPeopleProject("Tide Tables", "openProduct");
let organization: Organization;
test.beforeAll(async () => {
  organization = await startOrganization();
  organization.redirectUris.push(`${kinora.urls.login}/provider/${people.accountId}/callback`);
});
test.afterAll(() => organization?.stop());
test.describe.configure({ mode: "serial" });

async function expectFineUnhovered(page: Page): Promise<void> {
  // The pointer may rest on what has a tooltip by now.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectFineOnAPhone(page);
}

async function beginWith(page: Page, email: string): Promise<void> {
  await page.goto(`${kinora.urls.login}/login?redirect=${encodeURIComponent(`${kinora.urls.console}/dashboard`)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with your organization" }).click();
}

test("an owner sets the organization's provider up, tries it, and claims a mail domain that the operator verifies", async ({
  page,
}) => {
  await updateRows(people, "users", { id: people.owner.id }, { superuser: true });
  await signIn(page.context(), kinora, people.owner);
  await arriveAt(page, kinora, "/account/settings");
  await page.getByRole("textbox", { name: "Issuer" }).fill(organization.issuer);
  await page.getByRole("textbox", { name: "Client ID" }).fill(organization.clientId);
  const secret = page.getByLabel("Client secret");
  await secret.fill("wrong");
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("It does not accept the client ID or the secret.")).toBeVisible();
  await secret.fill(organization.clientSecret);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("It accepts the client ID and the secret.")).toBeVisible();
  await page.getByRole("combobox", { name: "Project for new people" }).click();
  await page.getByRole("option", { name: "First project" }).click();
  await page.getByRole("combobox", { name: "Role for new people" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Sign-in is saved.")).toBeVisible();
  await expect(secret).toHaveValue("");

  await page.getByRole("textbox", { name: "Domain" }).fill("tides.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Not verified")).toBeVisible();
  await expect(page.getByLabel("TXT record name")).toHaveValue("_kinora.tides.example");
  await expectFineUnhovered(page);
  await page.getByRole("button", { name: "Verify tides.example manually" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Known to us");
  await page.getByRole("button", { name: "Verify manually", exact: true }).click();
  await expect(page.getByText("Verified by the operator")).toBeVisible();
  await expectFineUnhovered(page);
  await updateRows(people, "users", { id: people.owner.id }, { superuser: false });
});

test("a new person signs in at their organization, and is in the project", async ({ page }) => {
  organization.person = {
    sub: "ada",
    email: "ada@tides.example",
    email_verified: true,
    given_name: "Ada",
    family_name: "Lovelace",
  };
  await beginWith(page, "ada@tides.example");
  await expect(page).toHaveURL(`${kinora.urls.console}/dashboard`);
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
});

test("the login page says why a person of the organization is not let in", async ({ page }) => {
  await beginWith(page, "ada@elsewhere.example");
  await expect(
    page.getByText("No organization signs in people of elsewhere.example. Use your password."),
  ).toBeVisible();
  organization.person = { sub: "eve", email: "eve@elsewhere.example", email_verified: true };
  await beginWith(page, "ada@tides.example");
  await expect(page.getByText("Your email address does not belong to a domain of this organization.")).toBeVisible();
  await expectFineUnhovered(page);
});
