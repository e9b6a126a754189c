import { selectRow } from "@kinora/db/testing-rows.ts";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Inviting Ltd");

test.describe.configure({ mode: "serial" });

test("a person of another tenant is invited, joins by accepting, and gets another role", async ({ page, browser }) => {
  const guest = await people.person("Gwen Guest");
  await people.arrive(page, place.owner, "/users");
  const list = page.getByRole("table").first();
  await expect(list.getByRole("cell", { name: "Owner", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill(guest.email);
  await dialog.getByLabel("Role").first().click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("1 invitation is sent.")).toBeVisible();

  await expect(list.getByText("Gwen")).toHaveCount(0);
  await page.getByRole("tab", { name: "Invitations" }).click();
  await expect(page.getByRole("row").filter({ hasText: guest.email })).toContainText("Pending");

  const { id } = await selectRow(people, "project_invitations", { email: guest.email }, "id");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `Actions for ${guest.email}` }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${kinora.urls.login}/invitation?token=${id}.`);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText(`This invitation is for ${guest.email}.`)).toBeVisible();
  expect(await obstaclesInBothSchemes(elsewhere)).toEqual([]);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await elsewhere.getByLabel("Email").fill(guest.email);
  await elsewhere.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await elsewhere.getByRole("button", { name: "Join" }).click();
  await elsewhere.waitForURL(`${kinora.urls.console}/dashboard`);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("heading", { name: "This invitation has expired" })).toBeVisible();
  await elsewhere.context().close();

  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: guest.email })).toContainText("Accepted");
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("combobox", { name: "Role of Gwen Guest" }).click();
  await page.getByRole("option", { name: "Editor" }).click();
  await expect(page.getByText("Role is changed.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role of Gwen Guest" })).toHaveValue("Editor");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("combobox", { name: "Role of Gwen Guest" })).toBeVisible();
});
