import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import type { ConsolePerson } from "./console-people.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const superuser = sharedPerson(people, "Petra Permit", { superuser: true });
const place = sharedPlace(people, "Lighthouse Films", "Beacons");

/** A member of the place with one of its built-in roles. */
async function holder(template: string): Promise<ConsolePerson> {
  const { accountId, projectId } = place;
  const role = await selectRow(people, "roles", { account_id: accountId, template }, "id");
  const person = await people.person("Anna Analyst");
  await insertRow(people, "project_members", {
    project_id: projectId,
    account_id: accountId,
    user_id: person.id,
    role_id: role.id,
  });
  return person;
}

test("a superuser changes a built-in role of all accounts, sees before who loses what, and resets it", async ({
  page,
  browser,
}) => {
  const analyst = await holder("analyst");
  await people.arrive(page, superuser, "/advanced/permissions");
  const grid = page.getByRole("region", { name: "Built-in roles and their permissions" });
  await expect(grid.getByRole("columnheader")).toHaveCount(8);
  const exporting = grid.getByRole("row").filter({ hasText: "Export analytics" });
  await expect(exporting.getByText("Allowed", { exact: true })).toHaveCount(2);

  await grid.getByRole("button", { name: "Edit Analyst" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save role" });
  await expect(save).toBeDisabled();
  await dialog.getByText("Individual permissions").nth(4).click();
  await dialog.getByRole("checkbox", { name: "Export analytics" }).uncheck();
  await expect(dialog.getByText(/(1 person loses|\d+ people lose) Export analytics/)).toBeVisible();
  await save.click();
  await expect(dialog.getByText("Reason can not be empty.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Exports are for admins");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await save.click();
  await expect(page.getByText("Role is saved.")).toBeVisible();
  await expect(exporting.getByText("Not allowed (default: allowed)")).toHaveCount(1);
  await expect(grid.getByText("Changed", { exact: true })).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await people.arrive(theirs, analyst, "/analytics/transcode");
  await expect(theirs.getByRole("heading", { name: "Analytics" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /CSV/ })).toHaveCount(0);
  await people.arrive(theirs, place.owner, "/users?tab=audit");
  await expect(theirs.getByText("Built-in role changed by the operator")).toBeVisible();
  await other.close();

  await grid.getByRole("button", { name: "Edit Analyst" }).click();
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(dialog.getByText(/gains? Export analytics/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("As it was");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await save.click();
  await expect(grid.getByText("Changed", { exact: true })).toHaveCount(0);
});

test("a project admin keeps what lets people in, and what fails is said and tried again", async ({ page }) => {
  let fails = true;
  await page.route("**/advanced/role-templates", async (route) => {
    if (fails) await route.fulfill({ status: 503, json: { code: "unavailable", message: "The database is away." } });
    else await route.continue();
  });
  await people.arrive(page, superuser, "/advanced/permissions");
  await expect(page.getByRole("alert")).toContainText("The database is away.");
  fails = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("button", { name: "Edit Project admin" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Individual permissions").nth(5).click();
  await expect(dialog.getByRole("checkbox", { name: "Manage users" })).toBeDisabled();
  await expect(dialog.getByText(/This role always has View users/)).toBeVisible();
});

test("the page is for superusers: an owner is led to the dashboard, and the API refuses them", async ({
  page,
  product,
}) => {
  await people.arrive(page, place.owner, "/dashboard");
  await page.goto(new URL("/advanced/permissions", page.url()).href);
  await expect(page).toHaveURL(/\/dashboard$/);
  const answer = await page.request.get(`${product.urls.api}/advanced/role-templates`);
  expect(answer.status()).toBe(403);
});
