import { insertRow } from "@kinora/db/testing-rows.ts";
import { expectFineOnAPhone, obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Lantern News");

test(
  "what a person changes is in the audit log with its values, and downloads as CSV",
  { tag: "@slow" },
  async ({ page }) => {
    await signInTo(page, kinora, project.owner, "/users");
    await page.getByRole("button", { name: "Invite" }).first().click();
    await page.getByRole("textbox", { name: "Email addresses" }).fill("grace@example.com, hedy@example.com");
    await page.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Editor" }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("Welcome to the desk.");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByRole("tab", { name: "Invitations" }).click();
    await expect(page.getByRole("row").filter({ hasText: "grace@example.com" })).toContainText("Pending");
    await page.getByRole("button", { name: "Actions for hedy@example.com" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByRole("row").filter({ hasText: "hedy@example.com" })).toContainText("Revoked");

    await page.getByRole("tab", { name: "Audit" }).click();
    const line = page.getByRole("row").filter({ hasText: "grace@example.com" }).first();
    await expect(line).toContainText("Invitation sent");
    await expect(line).toContainText("role: Editor");
    await line.getByRole("button", { name: "Show the values of Invitation sent" }).click();
    await expect(page.getByRole("cell", { name: "Editor", exact: true })).toBeVisible();
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
    const csv = (await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? "";
    expect(await (await page.request.get(csv)).text()).toContain("user.invite,invitation");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => pixelsTooWide(page)).toBe(0);
  },
);

test("an owner adds a role, gives it in the list, and sees who loses what before saving it", async ({ page }) => {
  await project.member(["video_view"]);
  await signInTo(page, kinora, project.owner, "/users?tab=roles");
  await page.getByRole("button", { name: "Actions for Editor" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Desk");
  await page.getByRole("radiogroup", { name: "Livestreams" }).getByText("None").click();
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Desk" })).toContainText("0 people");

  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("combobox", { name: /^Role of/ }).click();
  await page.getByRole("option", { name: "Desk" }).click();
  await expect(page.getByText("Role is changed.")).toBeVisible();

  await page.getByRole("tab", { name: "Roles" }).click();
  await page.getByRole("button", { name: "Actions for Desk" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("radiogroup", { name: "Videos" }).getByText("View").click();
  const difference = page.getByRole("region", { name: "Changes" });
  await expect(difference).toContainText("1 person loses Upload videos, Edit videos, Publish videos");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByText("Role is saved.")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Desk" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("combobox", { name: "Replacement" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Desk" })).toHaveCount(0);
});

test(
  "a blocked person loses the project with the next request, and gets it back",
  { tag: "@slow" },
  async ({ page, browser }) => {
    const person = await project.member(["video_view", "users_view"]);
    const theirs = await (await browser.newContext()).newPage();
    await signInTo(theirs, kinora, person, "/video");
    const answer = async () =>
      (await theirs.request.get(`${kinora.urls.api}/projects/${project.projectId}/videos`)).status();
    expect(await answer()).toBe(200);

    await signInTo(page, kinora, project.owner, `/users?search=${encodeURIComponent(person.email)}`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Block" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("Left the company");
    await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
    await expect(page.getByText("Blocked: Left the company")).toBeVisible();
    expect(await answer()).toBe(404);
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Unblock" }).click();
    await expect(page.getByText("User is unblocked.")).toBeVisible();
    expect(await answer()).toBe(200);

    const cellUnder = async (header: string) => {
      await page.getByRole("columnheader", { name: header }).waitFor();
      const headers = await page.getByRole("columnheader").allTextContents();
      const row = page.getByRole("row").filter({ hasText: person.email });
      return row.getByRole("cell").nth(headers.findIndex((words) => words.startsWith(header)));
    };
    await expect(await cellUnder("Projects")).toHaveText("1");
    await expect(await cellUnder("Second factor")).toHaveText("No");
    await insertRow(project, "login_totp", {
      user_id: person.id,
      secret_sealed: Buffer.alloc(60),
      confirmed_at: new Date(),
    });
    await page.reload();
    await expect(await cellUnder("Second factor")).toHaveText("Yes");
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "End all sessions" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End all sessions" }).click();
    await expect(page.getByText("All sessions of the user are ended.")).toBeVisible();
    expect(await answer()).toBe(401);
    await theirs.context().close();
  },
);

test("an owner views the project as a role: less is shown, nothing can be changed, and Exit ends it", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, "/users?tab=roles");
  await page.getByRole("button", { name: "Actions for Viewer" }).click();
  await page.getByRole("menuitem", { name: "View as" }).click();
  const bar = page.getByRole("region", { name: "Viewing as a role" });
  await expect(bar).toContainText("Viewing this project as Viewer.");
  await page.goto(`${kinora.urls.console}/users`);
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expectFineOnAPhone(page);
  const refused = await page.evaluate(async (url) => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "content-type": "application/json", "X-XSRF-TOKEN": token };
    const body = JSON.stringify({ name: "Changed" });
    const answer = await fetch(url, { method: "POST", credentials: "include", headers, body });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  }, `${kinora.urls.api}/projects/${project.projectId}/categories`);
  expect(refused).toEqual([403, "You are viewing as Viewer, and nothing can be changed. Exit the view first."]);
  await bar.getByRole("button", { name: "Exit" }).click();
  await expect(page.getByRole("button", { name: "New role" })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
