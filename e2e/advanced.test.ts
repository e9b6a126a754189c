import { insertRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { follow } from "./in-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });
const place = sharedPlace(people, "Northlight Films", "Trailers");

// spec: 2.44, 6.3
test("a superuser creates an account, limits it, suspends it with a reason and reopens it", async ({ page }) => {
  const owner = await people.person("Otto Owner");
  await people.arrive(page, superuser, "/advanced/accounts");
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Name can not be empty.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Harbour Radio");
  await page.getByRole("textbox", { name: "Email of the owner" }).fill("nobody@example.com");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Nobody who can sign in has this email.")).toBeVisible();
  await page.getByRole("textbox", { name: "Email of the owner" }).fill(owner.email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account is created.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Harbour Radio" });
  await expect(row).toContainText(owner.email);

  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Harbour Radio" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Limits");
  await page.getByRole("textbox", { name: "Storage" }).fill("250");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("of 250 GB");
  await choose("Note");
  await page.getByRole("textbox", { name: "Note" }).fill("Pays by bank transfer");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("img", { name: "Note: Pays by bank transfer" })).toBeVisible();
  await choose("Note");
  await expect(page.getByRole("dialog")).toContainText("by Grete Desk");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Last activity" })).toHaveCount(0);
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("checkbox", { name: "Last activity" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Last activity" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("accounts.csv");
  await choose("Suspend");
  await page.getByRole("textbox", { name: "Reason" }).fill("Three invoices are unpaid");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(row).toContainText("Suspended");
  await expect(page.getByText("Suspended: Three invoices are unpaid")).toBeVisible();
  await choose("Reopen");
  await expect(row).toContainText("Active");
});

test(
  "a superuser finds a person, ends their sessions by blocking them, and lets them in again",
  { tag: "@slow" },
  async ({ page, browser }) => {
    const theirs = await browser.newContext();
    const other = await theirs.newPage();
    await people.arrive(other, place.owner);
    await people.arrive(page, superuser, "/advanced/users");
    await page.getByRole("searchbox").fill(place.owner.email);
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Send reset link" }).click();
    await expect(page.getByRole("dialog")).toContainText(`Sent to ${place.owner.email}`);
    await page.getByRole("dialog").getByRole("button", { name: "Send reset link" }).click();
    await expect(
      page.getByText(`A link to choose a new password is on its way to ${place.owner.email}.`),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Block" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("Spam");
    await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
    await expect(page.getByRole("row").filter({ hasText: place.owner.email })).toContainText("Blocked");
    await other.reload();
    await expect(other).toHaveURL(/\/login\?/);
    await theirs.close();
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Unblock" }).click();
    await expect(page.getByRole("row").filter({ hasText: place.owner.email })).toContainText("Active");
  },
);

test(
  "a superuser limits and suspends a project of any account, and rebuilds its counters",
  { tag: "@slow" },
  async ({ page }) => {
    await insertRow(people, "project_storage", { project_id: place.projectId, bytes: 12e8 });
    await people.arrive(page, superuser, `/advanced/projects?account=${place.accountId}`);
    const row = page.getByRole("row").filter({ hasText: "Trailers" });
    await expect(row).toContainText("Northlight Films");
    await expect(page.getByRole("row")).toHaveCount(2);
    const dialog = page.getByRole("dialog");
    const choose = async (action: string) => {
      await page.getByRole("button", { name: "Actions for Trailers" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Storage quota");
    await dialog.getByRole("textbox", { name: "Refuse uploads above" }).fill("2");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("1.2 GB of 2 GB");
    await choose("Rebuild counters");
    await dialog.getByRole("button", { name: "Rebuild counters" }).click();
    await expect(page.getByText("A counter was corrected.")).toBeVisible();
    await expect(dialog.getByRole("row").filter({ hasText: "Storage of the project" })).toContainText("1.2 GB0 B");
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await choose("Rebuild counters");
    await dialog.getByRole("button", { name: "Rebuild counters" }).click();
    await expect(page.getByText("All counters were right.")).toBeVisible();
    await choose("Suspend");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Stolen films");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(row).toContainText("Suspended");
    await follow(page, `/advanced/projects?account=${place.accountId}&status=active`);
    await expect(page.getByText("No projects match these filters")).toBeVisible();
    await follow(page, `/advanced/projects?account=${place.accountId}&status=suspended`);
    await choose("Resume");
    await expect(page.getByText("No projects match these filters")).toBeVisible();
    await follow(page, `/advanced/projects?account=${place.accountId}`);
    await expect(row).toContainText("Active");
  },
);

test(
  "the logs are followed, filtered by level, opened and left for another tab",
  { tag: "@slow" },
  async ({ page }) => {
    await people.arrive(page, superuser, "/advanced");
    await expect(page).toHaveURL(/\/advanced\/logs$/);
    await page.getByRole("link", { name: "Platform" }).click();
    await insertRow(people, "log_lines", {
      at: new Date(),
      kind: "platform",
      level: 50,
      role: "api",
      request_id: "0b7c-req",
      message: "request failed",
      data: JSON.stringify({ route: "/projects/:id", status: 500 }),
    });
    const row = page.getByRole("row").filter({ hasText: "request failed" }).first();
    await expect(row).toContainText("status 500");
    const bars = page.getByRole("slider", { name: /^Lines over time/ });
    // The bars are read less often than the lines, and not while the log is paused.
    await expect(bars).toHaveAttribute("aria-valuetext", /Errors: [1-9]\d*$/, { timeout: patient(40_000) });
    await page.getByRole("button", { name: "Pause" }).click();
    await bars.press("Enter");
    await expect(page).toHaveURL(/from=.*until=/);
    await expect(row).toBeVisible();
    await page.getByRole("button", { name: "Remove the filter Time" }).click();
    await expect(page).not.toHaveURL(/from=/);
    await page.getByRole("button", { name: "Show the values of request failed" }).click();
    await expect(page.getByRole("textbox", { name: "Line as JSON" })).toHaveValue(/"request_id": "0b7c-req"/);
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Request or job 0b7c-req" }).click();
    await expect(page).toHaveURL(/request=0b7c-req/);
    await expect(page.getByRole("row").filter({ hasText: "Info" })).toHaveCount(0);
    await expect(row).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download shown lines" }).click();
    expect((await download).suggestedFilename()).toBe("platform-log.jsonl");

    await page.getByRole("link", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/advanced\/logs\/login$/);
  },
);

test("the queue shows its workers, and a failed video is taken up again", async ({ page }) => {
  const { rows } = await sql<{ id: number }>`
    with video as (
      insert into videos (project_id, account_id, hash, title, status, source_key)
      values (${place.projectId}, ${place.accountId}, 'queued0123456789', 'Harbour at night', 'failed', 'source') returning *)
    insert into transcodes (video_id, project_id, account_id, version, state, finished_at, failure, log)
    select id, project_id, account_id, 1, 'failed', now(),
      '{"code": "no_video", "message": "The file has no picture.", "retryable": true}', '{"moov atom not found"}'
    from video returning id`.execute(people.db);
  expect(rows).toHaveLength(1);
  await people.arrive(page, superuser, "/advanced/transcoding");
  await expect(page.getByRole("list", { name: "Workers" }).getByRole("listitem").first()).toContainText("process");
  const row = page.getByRole("row").filter({ hasText: "Harbour at night" });
  await expect(row).toContainText("Failed");
  await expect(page.getByRole("cell", { name: "The file has no picture." })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Last lines of the tool" })).toHaveValue("moov atom not found");
  await page.getByRole("button", { name: "Actions for Harbour at night" }).click();
  await page.getByRole("menuitem", { name: "Only this account" }).click();
  await expect(page).toHaveURL(new RegExp(`account=${place.accountId}`));
  await expect(row).toBeVisible();
  await follow(page, `/advanced/transcoding?account=${place.accountId}&older=1`);
  await expect(page.getByText("Queued more than an hour ago")).toBeVisible();
  await expect(row).toHaveCount(0);
  await follow(page, `/advanced/transcoding?account=${place.accountId}`);
  await page.getByRole("button", { name: "Actions for Harbour at night" }).click();
  await page.getByRole("menuitem", { name: "Retry" }).click();
  await expect(page.getByText("The video is queued again.")).toBeVisible();
});
