import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { expectFineOnAPhone, obstaclesInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });
const place = sharedPlace(people, "Northlight Films", "Trailers");

/** A published video of the place. */
async function aVideo(title: string) {
  const { id, hash } = await insertRow(people, "videos", {
    ...{ project_id: place.projectId, account_id: place.accountId, hash: newHash(), title, status: "complete" },
    ...{ published: true, playable: true, version: 1, duration_seconds: 61, stored_bytes: 12_000_000 },
  });
  return { id, hash, title };
}

test("a superuser finds a video of any account, takes it down with a message for viewers, and reinstates it", async ({
  page,
  product,
}) => {
  const { hash, title } = await aVideo("Borrowed harbor footage");
  await people.arrive(page, superuser, "/advanced/videos");
  await page.getByRole("searchbox").fill("borrowed harbor");
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("Northlight Films");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(row).toContainText("Published");

  const choose = async (action: string) => {
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Take down");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText("Reason can not be empty.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Notice 12 of the rights holder");
  await dialog.getByRole("textbox", { name: "Message" }).fill("Removed at the request of its owner.");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText("Video is taken down.")).toBeVisible();
  await expect(page.getByText("Taken down: Notice 12 of the rights holder")).toBeVisible();

  const embed = await page.context().newPage();
  const answer = await embed.goto(`${product.urls.edge}/embed/${hash}`);
  expect(answer?.status()).toBe(451);
  await expect(embed.getByText("Removed at the request of its owner.")).toBeVisible();
  expect((await embed.request.get(`${product.urls.edge}/hls/${hash}/master.m3u8`)).status()).toBe(451);

  await choose("Reinstate");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The notice was withdrawn");
  await dialog.getByRole("button", { name: "Reinstate" }).click();
  await expect(row).toContainText("Published");
  await expect.poll(async () => (await embed.goto(`${product.urls.edge}/embed/${hash}`))?.status()).not.toBe(451);
  await embed.close();

  await page.getByRole("searchbox").fill("no such words anywhere");
  await expect(page.getByText("No videos match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).last().click();
  await expect(row).toBeVisible();
});

test("the owner of a video that was taken down reads why, and cannot publish it", async ({ page }) => {
  const { id, title } = await aVideo("Taken film");
  await updateRows(
    people,
    "videos",
    { id },
    {
      published: false,
      takedown: JSON.stringify({ reason: "Notice 13", message: "Gone.", at: "2030-01-02T10:00:00.000Z" }),
    },
  );
  await people.arrive(page, place.owner, `/video/${id}`);
  await expect(page.getByRole("note")).toContainText("Reason: Notice 13");
  await expect(page.getByRole("switch", { name: `Published: ${title}` }).first()).toBeDisabled();
  await expectFineOnAPhone(page);
});

test("the page of a video has its files and its log, and deletes it for good when its title is typed", async ({
  page,
}) => {
  const { id, title } = await aVideo("Doomed film");
  await people.arrive(page, superuser, "/advanced/videos?search=doomed");
  await page.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/advanced/videos/${id}$`));
  await expect(page.getByRole("definition").filter({ hasText: "Northlight Films" })).toBeVisible();
  await page.getByRole("button", { name: "Take down" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Notice 15");
  await dialog.getByRole("button", { name: "Take down" }).click();
  await expect(page.getByRole("table", { name: "Log" })).toContainText("Taken down by the operator");
  await expect(page.getByRole("table", { name: "Log" })).toContainText("Notice 15");

  await page.getByRole("button", { name: "Delete permanently" }).click();
  const remove = dialog.getByRole("button", { name: "Delete permanently" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Notice 15");
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox", { name: `Type ${title} to confirm` }).fill(title);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await remove.click();
  await expect(page).toHaveURL(/\/advanced\/videos$/);
  await page.goto(new URL(`/advanced/videos/${id}`, page.url()).href);
  await expect(page.getByText("This video does not exist")).toBeVisible();
});

test("an original is compared with its checksum, and one that is lost is found out", async ({ page }) => {
  const { id } = await aVideo("Lost film");
  await updateRows(
    people,
    "videos",
    { id },
    { source_key: `assets/${id}/source/lost.mp4`, source_bytes: 9, source_sha256: Buffer.alloc(32) },
  );
  await people.arrive(page, superuser, `/advanced/videos/${id}`);
  await expect(page.getByRole("table", { name: "Files" })).toContainText("Original");
  await page.getByRole("button", { name: "Check original" }).click();
  await expect(page.getByText("The original is being checked.")).toBeVisible();
  await expect(page.getByText("File missing from storage")).toBeVisible();
  await expect(page.getByRole("table", { name: "Log" })).toContainText("Original checked");
});

test("the embed page shows the embed, its codes, the headers of the edge and the verdict of the restrictions", async ({
  page,
  product,
}) => {
  const { id, hash, title } = await aVideo("Restricted film");
  const { id: profileId } = await insertRow(people, "restriction_profiles", {
    ...{ project_id: place.projectId, account_id: place.accountId, name: "Own site only" },
    policy: JSON.stringify({
      ...OPEN_POLICY,
      referrers: { mode: "only", entries: ["example.com"], empty: false },
    }),
  });
  await insertRow(people, "restriction_assignments", {
    project_id: place.projectId,
    profile_id: profileId,
    video_id: id,
  });
  await people.arrive(page, superuser, `/advanced/videos/${id}/embed`);
  await expect(page.getByRole("textbox", { name: "Link", exact: true })).toHaveValue(`${product.urls.edge}/v/${hash}`);
  await expect(page.getByTitle(`Embed of ${title}`)).toBeVisible();
  const seen = page.getByRole("definition");
  await expect(seen.filter({ hasText: /^403$/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Embedding page" }).fill("nowhere");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("Write the URL of a page.")).toBeVisible();
  await page.getByRole("textbox", { name: "Embedding page" }).fill("https://example.com/watch");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(seen.filter({ hasText: "frame-ancestors" })).toContainText("example.com");

  await expect(page.getByText("The profile Own site only applies.")).toBeVisible();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("list", { name: "Rules, in order" })).toBeVisible();
  await expectFineOnAPhone(page);
});

// spec: 6.3
test("owners are sent away from the videos of all accounts, and the API refuses them", async ({ page, product }) => {
  await people.arrive(page, place.owner, "/dashboard");
  await page.goto(`${product.urls.console}/advanced/videos`);
  await expect(page).toHaveURL(/\/dashboard$/);
  const { id } = await aVideo("Private film");
  for (const path of ["/advanced/videos", `/advanced/videos/${id}`])
    expect((await page.request.get(`${product.urls.api}${path}`)).status()).toBe(403);
});
