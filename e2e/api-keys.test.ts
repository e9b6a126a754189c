import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const run = promisify(execFile);

const kinora = sharedProduct();
const project = sharedPeopleProject("Orchard News");

/** The value of a field that is there to be copied. */
const copied = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true }).inputValue();

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for Import script" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The status and the message that the API answers a secret with. */
async function ask(secret: string): Promise<[number, string | undefined]> {
  const response = await fetch(`${kinora.urls.api}/projects/${project.projectId}/videos`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { message } = (await response.json()) as { message?: string };
  return [response.status, message];
}

test("a key is created, its quick start runs, and it is rotated, disabled and deleted", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/settings/api");
  await expect(page.getByText("No API keys yet")).toBeVisible();

  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Import script");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("can't show it again")).toBeVisible();
  const secret = await copied(page, "Secret");
  expect(secret).toMatch(/^vk_live_[\w-]{43}$/);
  const { stdout } = await run("bash", ["-c", await copied(page, "Try it")]);
  expect(JSON.parse(stdout)).toMatchObject({ data: [] });
  await page.getByRole("button", { name: "Done" }).click();
  // The key's requests are listed by its name as well.
  const key = page.getByRole("row").filter({ hasText: "Import script" }).filter({ hasText: "vk_live_" });
  await expect(key).toContainText("Active");
  expect(await page.content()).not.toContain(secret);

  await runQuickStart(page, secret);

  await openMenu(page, "Rotate");
  await page.getByRole("combobox", { name: "Keep the old secret for" }).click();
  await page.getByRole("option", { name: "Stop it now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await expect(page.getByText("can't show it again")).toBeVisible();
  const rotated = await copied(page, "Secret");
  await page.getByRole("button", { name: "Done" }).click();
  expect(await ask(secret)).toEqual([401, "This API key was rotated. Use its new secret."]);
  expect((await ask(rotated))[0]).toBe(200);

  await openMenu(page, "Disable");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(key).toContainText("Disabled");
  expect(await ask(rotated)).toEqual([401, "This API key is disabled."]);
  await openMenu(page, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();
  expect(await ask(rotated)).toEqual([401, "This API key is not valid."]);
});

/** Runs the page's program with a secret in the environment. */
async function runQuickStart(page: Page, secret: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-quick-start-"));
  await page.getByText("TypeScript", { exact: true }).click();
  await writeFile(join(folder, "list-videos.mts"), await copied(page, "Program"));
  const env = { ...process.env, KINORA_API_KEY: secret };
  await run(process.execPath, ["list-videos.mts"], { cwd: folder, env });
  await rm(folder, { recursive: true });
}
