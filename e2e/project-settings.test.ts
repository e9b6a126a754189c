import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { toast } from "./toasts.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Orchard News");
test.describe.configure({ mode: "serial" });

const tab = (name: string) => `/settings/project/${name}`;

/** The id of a category or tag of this project. */
async function idOf(table: "categories" | "tags", name: string): Promise<number> {
  const { id } = await project.db
    .selectFrom(table)
    .select("id")
    .where("project_id", "=", project.projectId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}

// spec: 2.38, 5.7, 8.8
test("categories: empty, refused, added, ordered by keys, edited, switched off, merged and deleted with a replacement", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, tab("categories"));
  await expect(page.getByText("No categories yet")).toBeVisible();
  const name = page.getByRole("textbox", { name: "Category name" });
  const add = page.getByRole("button", { name: "Add category" });
  await add.click();
  await expect(page.getByText("Category name can not be empty.")).toBeVisible();
  for (const category of ["News", "Sport", "Culture", "Product"]) {
    await name.fill(category);
    await add.click();
    await toast(page, "Category is saved successfully.");
    await expect(page.getByRole("cell", { name: category, exact: true })).toBeVisible();
  }
  await name.fill("news");
  await add.click();
  await expect(page.getByText("There is already a category of this name.")).toBeVisible();
  await name.fill("");

  const rows = page.getByRole("row");
  const grip = page.getByRole("button", { name: "Move Culture; use the arrow keys" });
  await grip.press("ArrowUp");
  await expect(rows.nth(2)).toContainText("Culture");
  await grip.press("ArrowUp");
  await expect(rows.nth(1)).toContainText("Culture");
  await page.getByRole("button", { name: "Move News; use the arrow keys" }).dragTo(rows.nth(4));
  await expect(rows.nth(4)).toContainText("News");
  await page.reload();
  await expect(rows.nth(1)).toContainText("Culture");
  await expect(rows.nth(4)).toContainText("News");

  await page.getByRole("button", { name: "Edit News" }).click();
  const editor = page.getByRole("row").filter({ has: page.getByRole("textbox", { name: "Slug" }) });
  await editor.getByRole("textbox", { name: "Category name" }).fill("World news");
  await editor.getByRole("textbox", { name: "Slug" }).fill("world");
  await editor.getByRole("textbox", { name: "Slug" }).press("Enter");
  await toast(page, "Category is edited.");
  await expect(page.getByRole("cell", { name: "world", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Color of World news: Blue" }).click();
  await page.getByRole("button", { name: "Violet", exact: true }).click();
  await expect(page.getByRole("button", { name: "Color of World news: Violet" })).toBeFocused();

  await page.getByRole("switch", { name: "Sport can be chosen for videos" }).press("Space");
  await toast(page, "Category status is changed to off.");
  await expect(page.getByRole("switch", { name: "Sport can be chosen for videos" })).not.toBeChecked();

  await project.addVideo({ title: "A product video", categoryId: await idOf("categories", "Product") });
  await page.getByRole("button", { name: "Actions for Product" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Are you sure you want to permanently delete this category?");
  await dialog.getByRole("combobox", { name: "Move its videos to" }).click();
  await page.getByRole("option", { name: "Culture" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Category is deleted.");
  await expect(rows.filter({ hasText: "Culture" })).toContainText("1");

  await page.getByRole("button", { name: "Actions for Culture" }).click();
  await page.getByRole("menuitem", { name: "Merge into…" }).click();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog.getByText("Choose where its videos go.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Into" }).click();
  await page.getByRole("option", { name: "World news" }).click();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(rows.filter({ hasText: "World news" })).toContainText("1");
  await expect(rows).toHaveCount(3);

  for (const category of ["Weather", "Traffic"]) {
    await name.fill(category);
    await add.click();
    await expect(page.getByRole("cell", { name: category, exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: `Select ${category}` }).check();
  }
  await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Are you sure you want to permanently delete these categories? Used by 0 videos");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "2 categories are deleted.");
  await expect(rows).toHaveCount(3);
});

// spec: 2.38, 5.7, 8.9
test("tags: many at once, searched from 3 letters, renamed, merged by a field that completes names, unused ones deleted", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, tab("tags"));
  await expect(page.getByText("No tags yet")).toBeVisible();
  const add = page.getByRole("textbox", { name: "Add tags" });
  await add.press("Enter");
  await expect(page.getByText("Tag name can not be empty.")).toBeVisible();
  await add.fill("interview, Live music , INTERVIEW, harvest");
  await add.press("Enter");
  await toast(page, "Tag is saved successfully.");
  await expect(page.getByRole("row")).toHaveCount(4);
  await project.addVideo({ title: "Harvest", tagId: await idOf("tags", "harvest") });

  const search = page.getByRole("searchbox", { name: "Search tags" });
  await search.fill("mu");
  await expect(page.getByText("Minimum 3 characters")).toBeVisible();
  await search.fill("MUSIC");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/search=music/);
  await search.fill("nothing like it");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);

  await page.getByRole("button", { name: "Rename interview" }).click();
  await page.getByRole("textbox", { name: "Tag name" }).fill("Interviews");
  await page.getByRole("textbox", { name: "Tag name" }).press("Enter");
  await expect(page.getByRole("cell", { name: "Interviews", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Actions for harvest" }).click();
  await page.getByRole("menuitem", { name: "Merge into…" }).click();
  const into = page.getByRole("dialog").getByRole("combobox", { name: "Into" });
  await into.fill("li");
  await expect(page.getByText("Minimum 3 characters")).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes("/tags/options"));
  await into.fill("LIVE");
  expect(new URL((await asked).url()).searchParams.get("search")).toBe("live");
  // Until the answer is there, the names of before are still offered.
  await expect(page.getByRole("option")).toHaveText(["Live music"]);
  await into.press("ArrowDown");
  await into.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Live music" })).toContainText("1");

  await page.getByRole("button", { name: "Delete unused" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "1 unused tag is deleted.");
  await expect(page.getByRole("row")).toHaveCount(2);
});

// spec: 8.7
test("settings: fields are checked, saved, discarded and guarded; a deleted video is taken back", async ({ page }) => {
  await signInTo(page, kinora, project.owner, tab("settings"));
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("");
  await page.getByRole("textbox", { name: "Days in Trash" }).fill("9999");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Project name can not be empty.")).toBeVisible();
  await expect(page.getByText("Choose 0 to 365 days.")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();

  await name.fill("Orchard");
  await page.getByRole("textbox", { name: "Days in Trash" }).fill("30");
  await page.getByRole("textbox", { name: "Largest upload" }).fill("20");
  await page.getByRole("combobox", { name: "Default category" }).click();
  await page.getByRole("option", { name: "World news" }).click();
  await page.getByRole("link", { name: "Tags" }).click();
  await expect(page.getByRole("dialog")).toContainText("Your changes to this page aren't saved.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Control+s");
  await toast(page, "Project is saved.");
  await page.reload();
  await expect(name).toHaveValue("Orchard");
  await expect(page.getByRole("combobox", { name: "Default category" })).toHaveValue("World news");

  await project.addVideo({ title: "Deleted by mistake", deleted: true });
  await page.reload();
  await page.getByRole("button", { name: "Restore Deleted by mistake" }).click();
  await toast(page, "Video is restored.");
  await expect(page.getByText("Trash is empty.")).toBeVisible();
});

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

// spec: 2.38
test("resolutions: presets, a refused ladder, an honest estimate, and a run over what is there that can be stopped", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, tab("resolutions"));
  // By what this installation has made so far: nothing, or what other tests uploaded.
  await expect(page.getByText(/^(No history yet|Based on \d+ encodes? on this|Scaled from \d+p videos)/)).toBeVisible();
  await page.getByText("Basic", { exact: true }).click();
  await expect(page.getByText("360p, 720p", { exact: true })).toBeVisible();
  for (const label of ["360p", "720p"]) await page.getByRole("switch", { name: `Encode ${label}` }).press("Space");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Switch on at least one resolution, or copy conforming uploads.")).toBeVisible();
  await page.getByText("Pass-through", { exact: true }).click();
  await expect(page.getByText("1080p (copied)", { exact: true })).toBeVisible();
  await expect(page.getByText("Almost none")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Skip encoding when possible" })).toBeChecked();
  await page.getByRole("textbox", { name: "Highest bitrate to keep" }).fill("9");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The bitrate is a whole number from 100 to 60000 kbps.")).toBeVisible();
  await page.getByRole("textbox", { name: "Highest bitrate to keep" }).fill("9000");
  await page.getByText("Standard", { exact: true }).click();
  await page.getByRole("textbox", { name: "CRF of 1080p" }).fill("99");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("CRF is a whole number from 16 to 36.")).toBeVisible();
  await page.getByRole("textbox", { name: "CRF of 1080p" }).fill("24");
  await page.getByRole("switch", { name: "Second audio bitrate" }).press("Space");
  await page.getByRole("switch", { name: "Surround sound" }).press("Space");
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
  await page.reload();
  await expect(page.getByRole("switch", { name: "Second audio bitrate" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Surround sound" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "CRF of 1080p" })).toHaveValue("24");
  await expect(page.getByRole("row").filter({ hasText: "1080p" })).toContainText("H.264Up to 60 fpsAAC, 128 kbps");
  await page.getByRole("switch", { name: "Also encode in AV1" }).press("Space");
  await expect(page.getByText("no video of this project is encoded in AV1")).toBeVisible();
  // An upload that skips encoding stays in H.264.
  await expect(page.getByText("360p, 480p, 720p, 1080p (copied)", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Skip encoding when possible" }).press("Space");
  await expect(page.getByText("360p, 480p, 720p, 1080p, 720p AV1, 1080p AV1", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Skip encoding when possible" }).press("Space");
  await choose(page, "Resolutions in AV1", "1080p and above");
  await choose(page, "Highest frame rate", "30 fps");
  await choose(page, "Audio", "96 kbps");
  await page.getByRole("switch", { name: "Leave out resolutions that look the same" }).press("Space");
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "1080p" })).toContainText("H.264, AV1Up to 30 fpsAAC, 96 kbps");
  await expect(page.getByRole("row").filter({ hasText: "720p" })).toContainText("H.264Up to 30 fps");
  await expect(page.getByRole("switch", { name: "Leave out resolutions that look the same" })).toBeChecked();
  await page.getByRole("button", { name: "Save as preset" }).click();
  await page.getByRole("textbox", { name: "Name of the preset" }).fill("Lectures");
  await page.getByRole("textbox", { name: "Name of the preset" }).press("Enter");
  await page.getByText("Basic", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
  await page.reload();
  await expect(page.getByRole("switch", { name: "Encode 1080p" })).not.toBeChecked();
  await page.getByRole("button", { name: "Preset Lectures" }).click();
  await page.getByRole("menuitem", { name: "Use" }).click();
  await expect(page.getByRole("switch", { name: "Encode 1080p" })).toBeChecked();
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "CRF of 1080p" })).toHaveValue("24");
  await expect(page.getByRole("textbox", { name: "Highest bitrate to keep" })).toHaveValue("9000");
  await expect(page.getByRole("switch", { name: "Never upscale" })).toBeDisabled();
  await changePreset(page);

  await page.getByRole("button", { name: "Apply to existing videos" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Re-encode" }).click();
  await toast(page, "The videos are being transcoded again.");
  // None of them has an original, so all are passed over.
  await expect(page.getByText("3 of 3 videos · 3 deleted or without original")).toBeVisible();
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
});

/** Changes what a saved preset holds, and its name. */
async function changePreset(page: Page): Promise<void> {
  const crf = page.getByRole("textbox", { name: "CRF of 1080p" });
  const act = async (preset: string, what: string) => {
    await page.getByRole("button", { name: `Preset ${preset}` }).click();
    await page.getByRole("menuitem", { name: what }).click();
  };
  await crf.fill("28");
  await act("Lectures", "Update with the current settings");
  await act("Lectures", "Rename");
  await page.getByRole("textbox", { name: "Name of the preset" }).fill("Lessons");
  await page.getByRole("button", { name: "Keep" }).click();
  await crf.fill("24");
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
  await page.reload();
  await act("Lessons", "Use");
  await expect(crf).toHaveValue("28");
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Resolutions are saved.");
}

test(
  "who may only look sees everything locked, who may not look is sent away, and others see fewer tabs",
  { tag: "@slow" },
  async ({ page, browser }) => {
    const viewer = await project.member(["categories_view", "tags_view", "resolutions_view"]);
    await signInTo(page, kinora, viewer, tab("categories"));
    await expect(page.getByText("Editing needs the “Manage categories” permission.")).toBeVisible();
    await expect(page.getByRole("switch", { name: "World news can be chosen for videos" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Edit World news" })).toHaveCount(0);
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await expect(page.getByText("Only account owners can delete a project.")).toBeVisible();

    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    const stranger = await project.member(["video_view"]);
    await signInTo(elsewhere, kinora, stranger, tab("settings"));
    await expect(elsewhere.getByRole("link", { name: "Tags" })).toHaveCount(0);
    await elsewhere.goto(kinora.urls.console + tab("tags"));
    await elsewhere.waitForURL(`${kinora.urls.console}/dashboard`);
    await other.close();
  },
);

// spec: 7.12, 8.7
test("an owner deletes the project by typing its name, after seeing what goes with it", async ({ page }) => {
  await signInTo(page, kinora, project.owner, tab("settings"));
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Are you sure you want to permanently delete this project?");
  await expect(dialog).toContainText("3 videos");
  const sure = dialog.getByRole("button", { name: "Delete project" });
  await expect(sure).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Type Orchard to confirm" }).fill("Orchard");
  await sure.click();
  await toast(page, "Project is deleted.");
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
});
