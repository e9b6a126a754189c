import { follow } from "./in-page.ts";
import { fillLists } from "./listed-project.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

test.beforeAll(async () => {
  await fillLists(people.db, place);
});

const LISTS = [
  "/video",
  ...["inprogress", "failed", "trash"].map((type) => `/video?type=${type}`),
  "/upload/logs",
  "/live",
  "/live/logs",
  "/live/logs?list=sessions",
  "/settings/project/tags",
];
const withWords = (path: string, words: string) => `${path}${path.includes("?") ? "&" : "?"}${words}`;

test("an address beyond a list's last page leads to the last page, and the way back does not lead there again", async ({
  page,
  product,
}) => {
  await people.arrive(page, place.owner, "/video?page=99");
  await expect(page).toHaveURL(`${product.urls.console}/video`);
  for (const path of LISTS) {
    await follow(page, withWords(path, "page=99"));
    await expect(page, path).toHaveURL(product.urls.console + path);
    await expect(page.getByRole("main").getByText(/^1–\d+ of \d+$/), path).toBeVisible();
    await expect(page.getByText("No videos match these filters"), path).toHaveCount(0);
    await page.goBack();
    await expect(page, path).not.toHaveURL(/page=99/);
  }
});

test("unknown parameters of an address filter nothing, and values without sense are ignored", async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(product.urls.api)) asked.push(request.url());
  });
  await people.arrive(page, place.owner);
  for (const path of LISTS) {
    await page.goto(
      product.urls.console + withWords(path, "foo=1&q=alps&page=abc&per_page=7&sort=zzz&status=zzz&from=tomorrow"),
    );
    await expect(page, path).toHaveURL(product.urls.console + path);
    await expect(page.getByRole("main").getByText(/^1–\d+ of \d+$/), path).toBeVisible();
    await expect(page.getByText(/Filters \(\d+\)|Clear filters/), path).toHaveCount(0);
  }
  await page.goto(`${product.urls.console}/video?type=zzz`);
  await expect(page.getByRole("tab", { name: /^Completed/ })).toHaveAttribute("aria-selected", "true");
  expect(asked.filter((url) => /foo|alps|abc|zzz|tomorrow/.test(url))).toEqual([]);
});

test("only the last part of the trail is the current page", async ({ page }) => {
  await people.arrive(page, place.owner, "/settings/project/categories");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail.getByText("categories", { exact: true })).toHaveAttribute("aria-current", "page");
  await expect(trail.locator("[aria-current]")).toHaveCount(1);
});
