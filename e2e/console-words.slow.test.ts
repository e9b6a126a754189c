import { insertRow } from "@kinora/db/testing-rows.ts";
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Words Ltd");

/** Lets calls of a method to a path of the API fail, with the server's words or without any. */
async function failing(page: Page, method: string, path: RegExp, message?: string): Promise<void> {
  const headers = {
    "access-control-allow-origin": kinora.urls.console,
    "access-control-allow-credentials": "true",
  };
  const json = message === undefined ? {} : { message, code: "conflict" };
  const answer = (route: Route) =>
    route.request().method() === method ? route.fulfill({ status: 409, headers, json }) : route.fallback();
  await page.route((url) => url.origin === kinora.urls.api && path.test(url.pathname), answer);
}

const negative = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: new RegExp(`^${text}`) });

async function aVideo(title: string, published = false): Promise<number> {
  const { id } = await insertRow(people, "videos", {
    project_id: place.projectId,
    account_id: place.accountId,
    hash: `words${title.replaceAll(/\W/g, "")}`,
    title,
    status: "complete",
    playable: true,
    published,
  });
  return id;
}

// spec: 8.4, 8.5, 8.6
test("what fails about a video is said in the specification's words, or in the server's", async ({ page }) => {
  const id = await aVideo("Kept film", true);
  await people.arrive(page, place.owner, `/video/${id}`);
  await failing(page, "PUT", /^\/videos\/\d+$/);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Another title");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(negative(page, "Video meta data is not saved.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Another title");

  await failing(page, "PATCH", /^\/videos\/\d+\/publish$/);
  const publish = page.getByRole("switch", { name: /^Published/ });
  await publish.press("Space");
  await expect(negative(page, "Unpublished is not done, there was an error.")).toBeVisible();
  await expect(publish).toBeChecked();

  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Kept film");
  await failing(page, "DELETE", /^\/videos\/\d+$/);
  const remove = async () => {
    await page.getByRole("button", { name: "Delete video" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  };
  await remove();
  await expect(negative(page, "Video is not deleted.")).toBeVisible();
  await page.unrouteAll();
  await failing(page, "DELETE", /^\/videos\/\d+$/, "This film is on air.");
  await remove();
  await expect(negative(page, "This film is on air.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/video/${id}`);
});

// spec: 8.7, 8.8, 8.9
test("what fails about categories, tags and the project is said in the same way", async ({ page }) => {
  await insertRow(people, "categories", {
    project_id: place.projectId,
    account_id: place.accountId,
    name: "News",
    slug: "news",
  });
  await people.arrive(page, place.owner, "/settings/project/categories");
  const name = page.getByRole("textbox", { name: "Category name" });
  const add = page.getByRole("button", { name: "Add category" });
  await failing(page, "POST", /\/categories$/);
  await name.fill("Sport");
  await add.click();
  await expect(negative(page, "Category is not saved.")).toBeVisible();
  await failing(page, "PATCH", /^\/categories\/\d+\/status$/);
  await page.getByRole("switch", { name: "News can be chosen for videos" }).press("Space");
  await expect(negative(page, "Category status is not changed.")).toBeVisible();
  await failing(page, "PUT", /^\/categories\/\d+$/);
  await page.getByRole("button", { name: "Edit News" }).click();
  await page.getByRole("row").getByRole("textbox", { name: "Slug" }).fill("other");
  await page.getByRole("row").getByRole("textbox", { name: "Slug" }).press("Enter");
  await expect(negative(page, "Category is not edited.")).toBeVisible();

  await page.goto(`${kinora.urls.console}/settings/project/tags`);
  await failing(page, "POST", /\/tags$/);
  await page.getByRole("textbox", { name: "Add tags" }).fill("harbour");
  await page.getByRole("textbox", { name: "Add tags" }).press("Enter");
  await expect(negative(page, "Tag is not saved.")).toBeVisible();

  await page.goto(`${kinora.urls.console}/settings/project/settings`);
  await failing(page, "PUT", /^\/projects\/\d+$/);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Other words");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(negative(page, "error")).toBeVisible();
});
