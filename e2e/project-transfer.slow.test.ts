import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople } from "./shared.ts";

const people = sharedPeople();

test("an owner offers a project, and the owner of another account sees what changes and accepts it", async ({
  page,
  browser,
}) => {
  const from = await people.place("Leaving Films", "Long series");
  await people.project(from.accountId, "Short series");
  const to = await people.place("Arriving Films", "Trailers");
  await people.member(from, ["video_add", "webhooks_view"]);
  await people.arrive(page, from.owner, "/account/projects");
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Long series" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Transfer to another account");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(to.owner.email);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Offer the project" }).click();
  await expect(page.getByText("Project is offered.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Long series" });
  await expect(row).toContainText(`Offered to ${to.owner.email}`);
  await choose("Withdraw the offer");
  await expect(row).not.toContainText("Offered to");
  await choose("Transfer to another account");
  await dialog.getByRole("textbox").fill(to.owner.email);
  await dialog.getByRole("button", { name: "Offer the project" }).click();
  await expect(row).toContainText(`Offered to ${to.owner.email}`);

  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  await people.arrive(other, to.owner, "/account/projects");
  const offers = other.locator("section").filter({ has: other.getByRole("heading", { name: "Offered to you" }) });
  await expect(offers).toContainText("Leaving Films offers the project Long series");
  expect(await obstaclesInBothSchemes(other)).toEqual([]);
  await offers.getByRole("button", { name: "Accept" }).click();
  const accept = other.getByRole("dialog");
  await expect(accept.getByRole("listitem")).toContainText("They lose webhooks_view.");
  await other.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(other)).toBe(0);
  expect(await obstaclesInBothSchemes(other)).toEqual([]);
  await accept.getByRole("button", { name: "Accept the project" }).click();
  await expect(other.getByText("Project is accepted.")).toBeVisible();
  await other.setViewportSize({ width: 1280, height: 800 });
  await expect(other.getByRole("row").filter({ hasText: "Long series" })).toBeVisible();
  await expect(offers).toHaveCount(0);
  await theirs.close();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Short series" })).toBeVisible();
  await expect(row).toHaveCount(0);
  const mails = people.db
    .selectFrom("development_mails")
    .select("subject")
    .where("recipient", "=", from.owner.email)
    .where("subject", "=", "The offer of the project Long series was accepted");
  await expect.poll(async () => (await mails.execute()).length).toBe(1);
});

test("a project that is offered is declined, and stays where it is", async ({ page }) => {
  const from = await people.place("Staying Films", "Stays");
  const to = await people.place("Declining Films", "Others");
  await insertRow(people, "project_transfers", {
    project_id: from.projectId,
    from_account_id: from.accountId,
    email: to.owner.email,
    offered_at: new Date(),
    offered_by: from.owner.id,
    expires_at: new Date(Date.now() + 86_400_000),
  });
  await people.arrive(page, to.owner, "/account/projects");
  await expect(page.getByText("Staying Films offers the project Stays")).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("The offer is declined.")).toBeVisible();
  await expect(page.getByText("Staying Films offers the project Stays")).toHaveCount(0);
  const { account_id: accountId } = await selectRow(people, "projects", { id: from.projectId }, "account_id");
  expect(accountId).toBe(from.accountId);
});
