import { readFile } from "node:fs/promises";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { sumStored } from "../apps/server/src/testing/stored-sums.ts";
import type { ConsolePerson } from "./console-people.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Lighthouse Films", "Coast");
let member: ConsolePerson;
test.beforeAll(async () => {
  member = await people.member(place, ["video_view"]);
  const [hour] = new Date().toISOString().split(":");
  await insertRow(people, "view_hours", {
    hour: `${hour}:00:00Z`,
    project_id: place.projectId,
    item_kind: "video",
    item_id: 1,
    player_id: 0,
    host: "",
    country: "",
    device: "desktop",
    browser: "",
    audience: "viewer",
    plays: 1234,
  });
  await sumStored(people.db, place.projectId);
  await sql`
    insert into usage_days (account_id, project_id, meter, day, quantity, counted_at)
    values (${place.accountId}, ${place.projectId}, 'traffic', date_trunc('month', now()), 5000000000, now()),
      (${place.accountId}, ${place.projectId}, 'restream', date_trunc('month', now()), 5400000, now()),
      (${place.accountId}, ${place.projectId}, 'encoding_hd', date_trunc('month', now()), 720000, now())`.execute(
    people.db,
  );
  // 0.5 GB-months in a month of any length.
  await sql`
    insert into usage_days (account_id, project_id, meter, day, quantity, kinds, counted_at)
    select ${place.accountId}, ${place.projectId}, 'storage', first, 5e8 * hours,
      jsonb_build_object('originals', 5e8 * hours, 'renditions', 0, 'recordings', 0, 'other', 0), now()
    from (select date_trunc('month', now()) as first,
      extract(epoch from date_trunc('month', now()) + interval '1 month' - date_trunc('month', now())) / 3600 as hours) month`.execute(
    people.db,
  );
});

// spec: 2.43, 3.22
test("an owner says who invoices are for; what is missing is said at its field", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/account");
  await expect(page).toHaveURL(/\/account\/statistics$/);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("textbox", { name: "Company name" }).fill("Lighthouse Films GmbH");
  await page.getByRole("button", { name: "Save" }).click();
  for (const name of ["Email", "Street", "City", "Postcode", "Country"])
    await expect(page.getByText(`${name} can not be empty.`)).toBeVisible();
  await page.getByRole("textbox", { name: "Billing email" }).fill("billing@example.com");
  await page.getByRole("textbox", { name: "VAT number" }).fill("de 123 456 789");
  await page.getByRole("textbox", { name: "Street address" }).fill("Am Kai 1");
  await page.getByRole("textbox", { name: "Postcode" }).fill("20457");
  await page.getByRole("textbox", { name: "City" }).fill("Hamburg");
  await page.getByRole("combobox", { name: "Country" }).fill("Germ");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Account is saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "VAT number" })).toHaveValue("DE123456789");
});

test("statistics have the month's figures by project, and projects are opened", async ({ page }) => {
  await people.arrive(page, place.owner, "/account/statistics");
  await expect(page.getByRole("row").filter({ hasText: "Coast" })).toContainText("1,234");
  await expect(page.getByRole("img", { name: /^Bandwidth/ })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^Coast$/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Chart of" }).click();
  await page.getByRole("option", { name: "Encoded" }).click();
  await expect(page.getByRole("img", { name: /^Encoded.*12 min/ })).toBeVisible();
  const kinds = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Storage this month, by kind" }) });
  await expect(kinds).toContainText("Originals0.5 GB-months");
  await expect(page.getByText("1.5 h")).not.toHaveCount(0);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain("Coast");
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page).toHaveURL(/month=/);
  await expect(page.getByRole("row").filter({ hasText: "Coast" })).not.toContainText("1,234");
  await page.getByRole("link", { name: "Projects" }).last().click();
  await page.getByRole("button", { name: "Actions for Coast" }).click();
  await page.getByRole("menuitem", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a member becomes an owner and stops being one, and leaves all projects", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/account/owners");
  await page.getByRole("button", { name: "Add an owner" }).click();
  await page.getByRole("combobox", { name: "Member" }).click();
  await page.getByRole("option", { name: member.email }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add an owner" }).click();
  const row = page.getByRole("row").filter({ hasText: member.email });
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "End ownership" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End ownership" }).click();
  await expect(row).toHaveCount(0);

  await page.getByRole("link", { name: "Members" }).click();
  await expect(row).toContainText("Coast: Guest");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove from all projects" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove from all projects" }).click();
  await expect(row).toHaveCount(0);
});
