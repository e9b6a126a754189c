import { readFile } from "node:fs/promises";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { expectFineOnAPhone, obstaclesInBothSchemes } from "./accessibility.ts";
import type { ConsolePerson } from "./console-people.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Tidal Films", "Shore");
let editor: ConsolePerson;
test.beforeAll(async () => {
  editor = await people.member(place, ["video_view"]);
});

const SETTINGS = "/settings/project/settings";

test("settings are exported, changed in the file, compared and imported", async ({ page }) => {
  await people.arrive(page, place.owner, SETTINGS);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export settings" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`project-${String(place.projectId)}.yaml`);
  const yaml = await readFile(await file.path(), "utf8");
  expect(yaml).toContain("name: Shore");

  await page.getByRole("button", { name: "Import settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Import settings" });
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(dialog.getByText("Choose a file or paste its content.")).toBeVisible();

  // A mistake is named with its line, and nothing was changed.
  await dialog.getByRole("textbox", { name: "Content" }).fill("kinora: 1\nsettings:\n  trash_days: 999\n");
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(dialog.getByText("Line 3, column 15: Choose 0 to 365 days.")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  const changed = yaml
    .replace("tags: []", "tags: [interview]")
    .replace("webhooks: []", 'webhooks: [{ name: Website, inbox: true, events: ["*"] }]')
    .replace("  domain:", "  trash_days: 7\n  domain:");
  await dialog
    .getByLabel("YAML file")
    .setInputFiles({ name: "shore.yaml", mimeType: "text/yaml", buffer: Buffer.from(changed) });
  await expect(dialog.getByRole("textbox", { name: "Content" })).toHaveValue(changed);
  await dialog.getByRole("button", { name: "Show differences" }).click();
  const difference = dialog.getByRole("region", { name: "Differences" });
  await expect(difference).toContainText("trash_days: from 30 → to 7");
  await expect(difference).toContainText("interview");
  await expectFineOnAPhone(page);

  await dialog.getByRole("button", { name: "Apply 3 changes" }).click();
  const secrets = page.getByRole("dialog", { name: "Settings are imported" });
  await expect(secrets.getByRole("textbox", { name: "Secret of the webhook Website" })).toHaveValue(/^whsec_/);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await secrets.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("textbox", { name: "Days in Trash" })).toHaveValue("7");

  // The first file again: what it does not have is kept until it is to be removed.
  await page.getByRole("button", { name: "Import settings" }).click();
  await dialog.getByRole("textbox", { name: "Content" }).fill(yaml);
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(difference).toContainText("Kept: not in the file interview");
  await dialog.getByRole("checkbox", { name: "Delete items missing from the file" }).check();
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(difference).toContainText("Removed Website");
  await dialog.getByRole("button", { name: "Apply 3 changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Days in Trash" })).toHaveValue("30");
});

test("a difference that is another one by now is shown again in place of being applied", async ({ page }) => {
  await people.arrive(page, place.owner, SETTINGS);
  await page.getByRole("button", { name: "Import settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Import settings" });
  await dialog.getByRole("textbox", { name: "Content" }).fill("kinora: 1\nsettings: { trash_days: 9 }\n");
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(dialog.getByRole("button", { name: "Apply 1 change" })).toBeVisible();
  await updateRows(people, "projects", { id: place.projectId }, { trash_days: 12 });
  await dialog.getByRole("button", { name: "Apply 1 change" }).click();
  await expect(dialog.getByText(/The project has changed since/)).toBeVisible();
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(dialog.getByRole("region", { name: "Differences" })).toContainText("from 12");
});

test("who may not change the project's settings has no file of it", async ({ page }) => {
  await people.arrive(page, editor, SETTINGS);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect(page.getByText("Settings as code")).toBeHidden();
});

test("a superuser exports and imports the settings of a project of any account", async ({ page }) => {
  const { accountId } = await people.place("Desk Films", "Pier");
  await people.arrive(
    page,
    await people.person("Grete Desk", { superuser: true }),
    `/advanced/projects?account=${accountId}`,
  );
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Pier" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const download = page.waitForEvent("download");
  await choose("Export settings");
  const yaml = await readFile(await (await download).path(), "utf8");
  expect(yaml).toContain("name: Pier");
  await choose("Import settings");
  const dialog = page.getByRole("dialog", { name: "Import settings" });
  await dialog.getByRole("textbox", { name: "Content" }).fill(yaml.replace("name: Pier", "name: Long pier"));
  await dialog.getByRole("button", { name: "Show differences" }).click();
  await expect(dialog.getByRole("region", { name: "Differences" })).toContainText("Long pier");
  await dialog.getByRole("button", { name: "Apply 1 change" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Long pier" })).toBeVisible();
});
