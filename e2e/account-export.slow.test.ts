import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expectFineOnAPhone } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople } from "./shared.ts";

const people = sharedPeople();

test("an owner requests an export of the account, downloads it once, and sees who downloaded it", async ({ page }) => {
  const place = await people.place("Export Films", "Archive");
  await people.arrive(page, place.owner, "/account/settings");
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Export", exact: true }) });
  await expect(panel).toContainText("No exports yet");
  await panel.getByRole("button", { name: "Request an export" }).click();
  await expect(panel).toContainText("is ready. You can download it once");
  await expectFineOnAPhone(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^kinora-account-\d+-[\d-]+\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const projects = JSON.parse(strFromU8(files["tables/projects.json"] ?? new Uint8Array())) as { name: string }[];
  expect(projects.map(({ name }) => name)).toEqual(["Archive"]);
  await expect(panel).toContainText("downloaded the export of");
  await expect(panel.getByRole("button", { name: "Download" })).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Request another export" })).toBeVisible();
  const mail = people.db
    .selectFrom("development_mails")
    .select("body")
    .where("subject", "=", "The export of your account is ready")
    .where("recipient", "=", place.owner.email);
  await expect.poll(async () => (await mail.execute()).length).toBe(1);
});
