import { insertRow } from "@kinora/db/testing-rows.ts";
import { expectFineOnAPhone, obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson } from "./shared.ts";

const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });

test("an owner closes the account, sees until when it is kept, and keeps it", async ({ page }) => {
  const place = await people.place("Closing Films");
  await people.arrive(page, place.owner, "/account/settings");
  await page.getByRole("button", { name: "Close the account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Close the account" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("Closing Films");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close the account" }).click();
  const bar = page.getByRole("region", { name: "Account status" });
  await expect(bar).toContainText("Account closed");
  await expect(page.getByText("This account is closed. You can keep it")).toBeVisible();
  await page.getByRole("textbox", { name: "Company name" }).fill("Other Films");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await bar.getByRole("button", { name: "Keep the account" }).click();
  await expect(page.getByText("Account is kept.")).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("a superuser closes an account with a reason, and keeps it", async ({ page, browser }) => {
  const place = await people.place("Harbour Closing");
  await people.arrive(page, superuser, "/advanced/accounts?search=Harbour Closing");
  const row = page.getByRole("row").filter({ hasText: "Harbour Closing" });
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Harbour Closing" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Close");
  await page.getByRole("textbox", { name: "Reason" }).fill("Asked for it by letter");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(row).toContainText("Closing");
  await expect(page.getByText("Everything is deleted on")).toBeVisible();
  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  await people.arrive(other, place.owner);
  await expect(other.getByRole("region", { name: "Account status" })).toContainText("Account closed");
  await theirs.close();
  await choose("Keep");
  await expect(row).toContainText("Active");
  await choose("Suspend");
  await page.getByRole("textbox", { name: "Reason" }).fill("Two unpaid invoices");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(row).toContainText("Suspended");
  await people.arrive(page, place.owner);
  await expect(page.getByRole("region", { name: "Account status" })).toContainText("Account suspended");
});

test("an owner renames a project, limits it, suspends and resumes it, and deletes it by its name", async ({ page }) => {
  const place = await people.place("Quay Films", "Quay");
  await people.project(place.accountId, "Other");
  await insertRow(people, "project_storage", { project_id: place.projectId, bytes: 12e8 });
  await people.arrive(page, place.owner, "/account/projects");
  const choose = async (name: string, action: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const dialog = page.getByRole("dialog");
  await choose("Quay", "Rename");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Harbour");
  await dialog.getByRole("button", { name: "Rename" }).click();
  const row = page.getByRole("row").filter({ hasText: "Harbour" });
  await choose("Harbour", "Storage quota");
  await dialog.getByRole("textbox", { name: "Warn from" }).fill("3");
  await dialog.getByRole("textbox", { name: "Refuse uploads above" }).fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("choose a smaller size")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Warn from" }).fill("1");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("1.2 GB of 2 GB");
  await choose("Harbour", "Suspend");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(row).toContainText("Suspended");
  await expectFineOnAPhone(page);
  await choose("Harbour", "Resume");
  await expect(row).toContainText("Active");
  await choose("Harbour", "Delete");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("Harbour");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test("a superuser moves a project to another account after seeing what its people lose", async ({ page }) => {
  const from = await people.place("Selling Films", "Sold series");
  const to = await people.place("Buying Films", "Series");
  await people.member(from, ["video_add", "webhooks_view"]);
  await people.arrive(page, superuser, `/advanced/projects?account=${from.accountId}`);
  await page.getByRole("button", { name: "Actions for Sold series" }).click();
  await page.getByRole("menuitem", { name: "Move to account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Account" }).fill("Buying");
  await page.getByRole("option", { name: "Buying Films" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("one person becomes Uploader. They lose webhooks_view.");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Sold to them");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("Project is moved.")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await people.arrive(page, to.owner, "/account/projects");
  await expect(page.getByRole("row").filter({ hasText: "Sold series" })).toBeVisible();
  await people.arrive(page, from.owner, "/account/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
});
