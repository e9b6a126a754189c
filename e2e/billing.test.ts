import { insertRow } from "@kinora/db/testing-rows.ts";
import { NO_LIMITS } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { expectFineOnAPhone, obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const superuser = sharedPerson(people, "Paula Price", { superuser: true });
const place = sharedPlace(people, "Harbour Films", "Trailers");

/** The first day of last month, in UTC. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
}

/** An account with billing details that sent 30 GB last month. */
async function usage() {
  const { accountId, projectId } = place;
  await insertRow(people, "account_billing_details", {
    account_id: accountId,
    company_name: "Harbour Films SARL",
    billing_email: "billing@example.com",
    vat_number: "FR12345678901",
    street: "2 quai du Port",
    city: "Marseille",
    postcode: "13002",
    country: "FR",
    po_number: "PO-7",
  });
  await sql`insert into usage_days (account_id, day, meter, project_id, quantity, counted_at)
    values (${accountId}, ${lastMonth()}::date + 3, 'traffic', ${projectId}, 10000000000, now()),
      (${accountId}, ${lastMonth()}::date + 4, 'traffic', ${projectId}, 20000000000, now())`.execute(people.db);
}

// spec: 2.45, 5.9
test("a plan, an account's pricing, a month of invoices, a payment, and what the owner sees of it", async ({
  page,
  browser,
}) => {
  await usage();
  await people.arrive(page, superuser, "/advanced/pricing");
  await expect(page.getByText("No plans yet")).toBeVisible();
  await expect(
    page.getByText(/The invoice settings lack company name, street, city, postcode, and country/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Complete the invoice settings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  for (const field of ["Name", "Email", "Street", "Postcode", "City", "Country"])
    await expect(page.getByText(`${field} can not be empty.`)).toBeVisible();
  await page.getByRole("textbox", { name: "Company name" }).fill("Kinora GmbH");
  for (const [name, value] of [
    ["Email", "billing@kinora.example"],
    ["VAT number", "DE123456789"],
    ["Street", "Am Kai 1"],
    ["Postcode", "20457"],
    ["City", "Hamburg"],
    ["Number prefix", "KIN-"],
    ["How to pay", "IBAN DE02 1203 0000 0000 2020 51"],
  ] as const)
    await page.getByRole("textbox", { name, exact: true }).fill(value);
  await page.getByRole("combobox", { name: "Country" }).fill("Germany");
  await page.getByRole("option", { name: "Germany", exact: true }).click();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings are saved.")).toBeVisible();
  await expect(page.getByText("The default seller sends all invoices.")).toBeVisible();

  await page.getByRole("button", { name: "New seller" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Company name" }).fill("Kinora SARL");
  for (const [name, value] of [
    ["Email", "facture@kinora.example"],
    ["VAT number", "FR40303265045"],
    ["Street", "1 rue du Port"],
    ["Postcode", "13002"],
    ["City", "Marseille"],
    ["Number prefix", "KIN-"],
  ] as const)
    await page.getByRole("textbox", { name, exact: true }).fill(value);
  await page.getByRole("combobox", { name: "Country" }).fill("France");
  await page.getByRole("option", { name: "France", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create seller" }).click();
  await expect(page.getByText("Another seller's numbers begin with this prefix.")).toBeVisible();
  await page.getByRole("textbox", { name: "Number prefix" }).fill("FR-");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Create seller" }).click();
  await expect(page.getByText("Seller is created.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Kinora SARL" })).toContainText("FR-");

  await page.getByRole("button", { name: "New plan" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create plan" }).click();
  for (const field of ["Name", "Price"]) await expect(page.getByText(`${field} can not be empty.`)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Team");
  await dialog.getByRole("textbox", { name: "Code", exact: true }).fill("team");
  await dialog.getByRole("textbox", { name: "Monthly price" }).fill("29");
  await dialog.getByRole("switch", { name: "Charge Traffic" }).check({ force: true });
  await dialog.getByRole("textbox", { name: "Included" }).fill("10");
  await dialog.getByRole("textbox", { name: "Price of one GB" }).fill("0.5");
  await dialog.getByRole("textbox", { name: "Largest rendition" }).fill("720");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Team" })).toContainText("€29.00");

  await people.arrive(page, superuser, `/advanced/accounts/${String(place.accountId)}/pricing`);
  await expect(page.getByRole("row").filter({ hasText: "Traffic" })).toContainText("30 GB");
  await page.getByRole("button", { name: "Change pricing" }).click();
  await dialog.getByLabel("First day").fill(lastMonth());
  await dialog.getByRole("textbox", { name: "Discount" }).first().fill("10");
  const seller = dialog.getByRole("combobox", { name: "Seller" });
  await seller.click();
  await page.getByRole("option", { name: "Kinora SARL" }).click();
  await expect(seller).toHaveValue("Kinora SARL");
  await seller.click();
  await page.getByRole("option", { name: /^Kinora GmbH \(default\)$/ }).click();
  await dialog.getByRole("button", { name: "Compare with last month" }).click();
  // 29 and 20 GB at 0.50, a tenth off.
  await expect(dialog.getByText("Last month at these prices: €35.10")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Pricing is saved.")).toBeVisible();
  await expect(page.getByText(/Team from .* Current/)).toBeVisible();

  await people.arrive(page, superuser, "/advanced/accounts");
  await expect(page.getByRole("row").filter({ hasText: "Harbour Films" })).toContainText("Team");
  await people.arrive(page, superuser, "/advanced/invoices");
  await page.getByRole("button", { name: "Issue invoices" }).first().click();
  await expect(dialog.getByRole("row").filter({ hasText: "Harbour Films" })).toContainText("€35.10");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Issue invoices" }).click();
  await expect(page.getByText(/1 of 1 accounts invoiced/)).toBeVisible();
  await page.getByRole("button", { name: "Issue invoices" }).first().click();
  await expect(dialog.getByRole("row").filter({ hasText: "Harbour Films" })).toContainText(/Issued as \S+/);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: "Harbour Films" });
  await page.goto(new URL("/advanced/invoices?seller=settings", page.url()).href);
  await expect(page.getByText(/Kinora GmbH \(default\)/)).toBeVisible();
  await expect(row).toContainText("Open");
  await page.goto(new URL("/advanced/accounts", page.url()).href);
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("checkbox", { name: "Revenue / month" }).check();
  await page.getByRole("checkbox", { name: "Balance" }).check();
  await page.keyboard.press("Escape");
  // The plan with its discount, and the invoice of last month with its VAT.
  await expect(row).toContainText("€26.10");
  await expect(row).toContainText("€35.10 due");
  await page.goto(new URL("/advanced/invoices?seller=settings", page.url()).href);
  await row.focus();
  await page.keyboard.press("Enter");
  const paper = page.getByRole("article");
  await expect(paper).toContainText("Reverse charge");
  await expect(paper).toContainText("FR12345678901");
  await paper.getByRole("button", { name: /€10\.00\. Show the days of/ }).click();
  const days = page.getByRole("region", { name: "Days in this line" });
  await expect(days.getByRole("row").filter({ hasText: "Trailers" })).toHaveCount(2);
  await expect(days.getByRole("row").last()).toContainText("30");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Recompute" }).click();
  await expect(page.getByText("No change: €35.10.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByRole("textbox", { name: "Reference" }).fill("bank 42");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(paper).toContainText("Paid");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^KIN-\d{4}-00001\.pdf$/);

  await page.getByRole("button", { name: "Partial credit" }).click();
  await dialog.getByRole("textbox", { name: "Team" }).fill("a third");
  await dialog.getByRole("button", { name: "Issue credit note" }).click();
  await expect(dialog.getByRole("textbox", { name: "Team" })).toHaveAccessibleDescription(/Enter an amount\./);
  await dialog.getByRole("textbox", { name: "Team" }).fill("29.01");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Streams stood still");
  await dialog.getByRole("button", { name: "Issue credit note" }).click();
  await expect(dialog.getByText("Up to €29.00 of the line Team can still be credited.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Team" }).fill("5");
  await expect(dialog.getByRole("status")).toHaveText("Credit note: €5.00 plus €0.00 VAT is €5.00. €30.10 remaining.");
  await expectFineOnAPhone(page);
  await dialog.getByRole("button", { name: "Issue credit note" }).click();
  await expect(page.getByText("Credit note is issued.")).toBeVisible();
  await expect(paper).toContainText("Credit€5.00");
  await expect(paper).toContainText("Paid");
  await paper.getByRole("link", { name: /^KIN-\d{4}-00002$/ }).click();
  await expect(paper).toContainText(/Credits a part of invoice KIN-\d{4}-00001/);
  await expect(paper).toContainText("Credit: Team");

  const theirs = await browser.newContext();
  const owner = await theirs.newPage();
  await people.arrive(owner, place.owner, "/account/settings");
  await expect(owner.getByText(/Team · €29\.00 per month · 10% discount/)).toBeVisible();
  await expect(owner.getByText("up to 720p")).toBeVisible();
  await expect(owner.getByText(/^A credit of €5\.00 from .+ pays the next invoice\.$/)).toBeVisible();
  await owner.getByRole("button", { name: "Show upcoming invoice" }).click();
  await expect(owner.getByRole("article", { name: "Upcoming invoice" })).toContainText("Draft, as of now");
  expect(await obstaclesInBothSchemes(owner)).toEqual([]);
  await owner.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(owner)).toBe(0);
  await owner.getByRole("button", { name: /^Actions for KIN-\d{4}-00001/ }).click();
  await owner.getByRole("menuitem", { name: "Open" }).click();
  await expect(owner.getByRole("article")).toContainText("€35.10");
  await expect(owner.getByRole("region", { name: "Credit notes" })).toContainText("€5.00, Streams stood still");
  await theirs.close();
});

test("an owner requests a plan that is shown to owners, and a superuser accepts it", async ({ page, browser }) => {
  await sql`
    with plan as (insert into plans (code) values ('large') returning id)
    insert into plan_versions (plan_id, version, name, currency, price, meters, limits)
    select id, 1, 'Large', 'EUR', 4900, '{}', ${JSON.stringify(NO_LIMITS)}::jsonb from plan`.execute(people.db);
  await people.arrive(page, superuser, "/advanced/pricing");
  await page.getByRole("button", { name: "Actions for Large" }).click();
  await page.getByRole("menuitem", { name: "Let owners request it" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Large" })).toContainText("Owners can request it");

  const theirs = await browser.newContext();
  const owner = await theirs.newPage();
  await people.arrive(owner, place.owner, "/account/settings");
  await owner.getByRole("button", { name: "Request another plan" }).click();
  const asked = owner.getByRole("dialog");
  await asked.getByRole("textbox", { name: "Note to the operator" }).fill("We grow.");
  expect(await obstaclesInBothSchemes(owner)).toEqual([]);
  await asked.getByRole("button", { name: "Request another plan" }).click();
  await expect(owner.getByText(/^Large requested on/)).toBeVisible();

  await people.arrive(page, superuser, "/advanced/accounts");
  await expect(page.getByRole("row").filter({ hasText: "Harbour Films" })).toContainText(/requests Large/i);
  await people.arrive(page, superuser, `/advanced/accounts/${String(place.accountId)}/pricing`);
  await expect(page.getByText("We grow.")).toBeVisible();
  await page.getByRole("button", { name: "Accept" }).click();
  const dialog = page.getByRole("dialog");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("Request is accepted.")).toBeVisible();
  await expect(page.getByText("We grow.")).toHaveCount(0);
  await owner.reload();
  await expect(owner.getByText("Large · €49.00 per month", { exact: true })).toBeVisible();
  await theirs.close();
});
