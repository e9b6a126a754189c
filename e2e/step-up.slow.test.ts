import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { expectFineOnAPhone } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Harbour Films");
test.describe.configure({ mode: "serial" });

/** What ten minutes do: the owner's proofs are too old from now on. */
async function proofsGrowOld(): Promise<void> {
  await updateRows(project, "login_sessions", { user_id: project.owner.id }, { proved_at: new Date(0) });
}

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });

/** Opens the login application's window from the console's question. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await question(page)
    .getByRole("link", { name: /^(?:Confirm|Open again)$/ })
    .click();
  return opened;
}

async function typePassword(asking: Page, password: string): Promise<void> {
  await asking.getByLabel("Your password", { exact: true }).fill(password);
  await asking.getByRole("button", { name: "Confirm", exact: true }).click();
}

test("an owner who signed in long ago confirms their identity, and the setting is saved without another click", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, "/settings/project/settings");
  await proofsGrowOld();
  const keys = page.getByRole("switch", { name: "Confirm before keys are shown" });
  await keys.click();
  await expect(question(page)).toBeVisible();
  await expectFineOnAPhone(page);
  const asking = await openWindow(page);
  await expect(asking.getByText(`You are signed in as ${project.owner.email}.`)).toBeVisible();
  await expectFineOnAPhone(asking);
  await typePassword(asking, "not the password");
  await expect(asking.getByText("This is not your current password.")).toBeVisible();
  const closed = asking.waitForEvent("close");
  await typePassword(asking, PASSWORD);
  await closed;
  await expect(question(page)).toBeHidden();
  await expect(keys).toBeChecked();
});

test("a form keeps what was typed when the question is put aside, and works after it", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/settings/project/settings");
  await proofsGrowOld();
  await page.getByRole("button", { name: "Delete project" }).click();
  const form = page.getByRole("dialog", { name: "Delete project" });
  const { name } = await selectRow(project, "projects", { id: project.projectId }, "name");
  const field = form.getByRole("textbox", { name: `Type ${name} to confirm` });
  await field.fill(name);
  await form.getByRole("button", { name: "Delete project" }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(field).toHaveValue(name);

  await form.getByRole("button", { name: "Delete project" }).click();
  await typePassword(await openWindow(page), PASSWORD);
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
});

test("a visitor who opens the question signs in first", async ({ page }) => {
  await page.goto(`${kinora.urls.login}/confirm?redirect=${encodeURIComponent(`${kinora.urls.console}/confirmed`)}`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email").fill(project.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${kinora.urls.console}/confirmed`);
  await expect(page.getByText("Confirmed. You can close this window.")).toBeVisible();
});
