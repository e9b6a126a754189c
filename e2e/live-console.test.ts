import type { Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";
import { toast } from "./toasts.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
let address = "";

test.describe.configure({ mode: "serial" });

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Livestream sections" }).getByRole("link", { name });

// spec: 1.8, 3.20
test("a first livestream needs a name, and its page shows where to send to", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await people.arrive(page, place.owner, "/live");
  await expect(page.getByText("No livestreams yet. Create one, or send a test stream.")).toBeVisible();
  await page.getByRole("button", { name: "Create livestream" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New livestream" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Name can not be empty.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Harbour camera");
  await dialog.getByRole("button", { name: "More settings" }).click();
  await dialog.getByLabel("DVR window in minutes").fill("900");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Enter a whole number from 0 to 240.")).toBeVisible();
  await dialog.getByLabel("Starts at").fill("2040-01-31T20:00");
  await dialog.getByLabel("DVR window in minutes").fill("30");
  await dialog.getByLabel("DVR window in minutes").press("Enter");
  await toast(page, "Stream is saved successfully.");
  await page.waitForURL(/\/live\/\d+$/);
  address = new URL(page.url()).pathname;
  await expect(page.getByRole("heading", { name: "Harbour camera" })).toBeVisible();
  await expect(page.getByText("Stream is not active").first()).toBeVisible();
  await expect(page.getByText("Waiting for signal…").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Stream URL" })).toHaveValue(`${kinora.urls.rtmp}/live`);

  const key = page.getByRole("textbox", { name: "Stream key" });
  await expect(key).toHaveValue(/^•+$/);
  await page.getByRole("button", { name: "Reveal stream key" }).click();
  await expect(key).toHaveValue(/^[0-9a-z]{16}-\w{24}$/);
  const first = await key.inputValue();
  await page.getByRole("button", { name: "Hide stream key" }).click();
  await expect(key).toHaveValue(/^•+$/);
  await page.getByRole("button", { name: "Copy stream key" }).click();
  await toast(page, "Stream key is copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

  await expect(page.getByRole("textbox", { name: "SRT URL", exact: true })).toHaveValue(
    /^srt:\/\/localhost:\d+\?streamid=•+$/,
  );
  await page.getByRole("button", { name: "Copy SRT URL with its key" }).click();
  await toast(page, "SRT URL is copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`\\?streamid=${first}$`));
  const encrypted = page.getByRole("textbox", { name: "Encrypted SRT URL" });
  await expect(encrypted).toHaveValue(/\?streamid=[0-9a-z]{16}&passphrase=•+$/);
  await page.getByRole("button", { name: "Copy encrypted SRT URL with its key" }).click();
  await toast(page, "Encrypted SRT URL is copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`&passphrase=${first}`);

  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(page.getByRole("img", { name: "QR code of the stream URL with its key" })).toBeVisible();
  await expect(key).toHaveValue(first);

  await page.getByRole("button", { name: "Rotate" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(
    "Are you sure you want to rotate this stream key? Rotating ends the current session.",
  );
  await question.getByRole("button", { name: "Rotate" }).click();
  await toast(page, "Stream key is rotated.");
  await expect(page.getByRole("img", { name: "QR code" })).toHaveCount(0);
  await page.getByRole("button", { name: "Reveal stream key" }).click();
  await expect(key).not.toHaveValue(first);
  await expect(key).toHaveValue(/^[0-9a-z]{16}-\w{24}$/);
  await part(page, "Settings").click();
  await expect(page.getByLabel("Starts at")).toHaveValue("2040-01-31T20:00");
});

test("restream targets and settings of a livestream are kept, and unsaved ones are not lost by accident", async ({
  page,
}) => {
  await people.arrive(page, place.owner, `${address}?tab=restream`);
  await page.getByRole("button", { name: "Add target" }).click();
  const dialog = page.getByRole("dialog", { name: "New restream target" });
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("Stream key can not be empty.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Town hall");
  await dialog.getByLabel("Stream key").first().fill("abcd-efgh");
  await dialog.getByLabel("Server URL").fill("http://example.com/live");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("Write an address that begins with rtmp:// or rtmps://.")).toBeVisible();
  await dialog.getByLabel("Server URL").fill("rtmp://127.0.0.1/live");
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByText("This address is on this machine or its network.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No restream targets yet.")).toBeVisible();

  await part(page, "Settings").click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Harbour camera 2");
  await part(page, "Setup").click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Harbour camera 2");
  await name.press("Control+s");
  await toast(page, "Stream is edited.");
  await expect(page.getByRole("heading", { name: "Harbour camera 2" })).toBeVisible();
  await expect(page.getByRole("region", { name: "You have unsaved changes." })).toHaveCount(0);
  await part(page, "Setup").click();
  await expect(page.getByRole("textbox", { name: "Iframe embed code" })).toHaveValue(/<iframe /);
});

// spec: 1.8, 8.14
test("a test stream goes on air, is paused and unpaused with questions, and ends; every page follows automatically", async ({
  page,
  context,
}) => {
  await people.arrive(page, place.owner, address);
  const list = await context.newPage();
  await list.goto(`${kinora.urls.console}/live`);
  const row = list.getByRole("row").filter({ hasText: "Harbour camera 2" });
  await expect(row).toContainText("Stream is not active");

  await page.getByRole("button", { name: "Send test stream" }).click();
  await toast(page, "Test stream is started.");
  await expect(page.getByText("Stream is live").first()).toBeVisible();
  await expect(page.getByText(/^Receiving \d+p\d+ /).first()).toBeVisible();
  await expect(page.frameLocator('iframe[title^="Output of"]').locator("video")).toBeVisible();
  await expect(row).toContainText("Stream is live");
  await expect(list.getByText("Encoding capacity: 0 of 4 in use")).toBeVisible();
  await expect(row.locator('img[src^="data:image/jpeg"]')).toBeVisible();
  await expect(page.getByRole("img", { name: "Incoming signal of Harbour camera 2" })).toBeVisible();
  await part(page, "Health").click();
  for (const chart of [/^Bitrate: now /, /^Audio level: now −\d+ dB/, /^Delay: now /])
    await expect(page.getByRole("img", { name: chart })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Keyframes" })).toContainText("Healthy");
  expect(await obstacles(page)).toEqual([]);

  await page.getByRole("button", { name: "Start recording" }).click();
  await toast(page, "Recording is started.");
  await expect(page.getByRole("button", { name: /^Stop recording/ })).toBeVisible();
  await expect(row).toContainText("Recording");
  // With the keyboard, as someone does who has no hand for a mouse.
  const clip = page.getByRole("button", { name: "Clip last 30 s" });
  await clip.focus();
  await clip.press("Enter");
  await expect(page.getByText(/^Clip of (the last )?\d+ seconds is saved/).first()).toBeVisible();
  // A segment is two seconds long, and nothing is kept before the first is whole.
  const stop = page.getByRole("button", { name: /^Stop recording ?0:(?:0[5-9]|[1-5]\d)$/ });
  await stop.click();
  await toast(page, "Recording is stopped. It becomes a video.");
  await expect(page.getByRole("button", { name: "Start recording" })).toBeVisible();

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Are you sure you want to pause streaming?");
  await question.getByRole("button", { name: "Pause" }).click();
  await toast(page, "Stream is paused.");
  await expect(row).toContainText("Stream is paused");
  await page.getByRole("button", { name: "Unpause", exact: true }).click();
  await expect(question).toContainText("Are you sure you want to unpause streaming?");
  await question.getByRole("button", { name: "Unpause" }).click();
  await expect(row).toContainText("Stream is live");

  await row.getByRole("link", { name: "Harbour camera 2" }).waitFor();
  await page.getByRole("button", { name: "End session" }).click();
  await expect(question).toContainText("Are you sure you want to permanently end this session?");
  await question.getByRole("button", { name: "End session" }).click();
  await toast(page, "Session is ended.");
  await expect(page.getByText("Stream is not active").first()).toBeVisible();
  await expect(row).toContainText("Stream is not active");
  await list.close();

  await part(page, "Recordings").click();
  await expect(page.getByRole("row").filter({ hasText: "Ended by a user" })).toContainText("1 clip");
  const kept = page.getByRole("table", { name: "Recordings and clips" });
  await expect(kept.getByRole("row").filter({ hasText: "Unpublished" })).toHaveCount(2, {
    timeout: TRANSCODING_PATIENCE_MS,
  });
  await expect(kept.getByRole("link", { name: /^Harbour camera 2 \d/ })).toBeVisible();
  const clipped = kept.getByRole("row").filter({ hasText: "Clip of Harbour camera 2, " });
  await clipped.getByRole("button", { name: /^Publish Clip of/ }).click();
  await expect(clipped).toContainText("Published");
  const lane = page.getByRole("list", { name: "Recordings", exact: true });
  await lane.getByRole("button", { name: /^Harbour camera 2 \d/ }).press("Enter");
  await page.getByRole("button", { name: /^Save \d:\d\d as video$/ }).click();
  await expect(kept.getByRole("cell", { name: /^Trim ?\d/ })).toBeVisible();
  await part(page, "Log").click();
  await page.getByRole("radiogroup", { name: "Log" }).getByText("Activity", { exact: true }).click();
  await expect(page).toHaveURL(/tab=log&list=activity/);
  await expect(page.getByRole("row").filter({ hasText: "Stream key viewed" }).first()).toContainText("Olive");
  await page.getByRole("radiogroup", { name: "Log" }).getByText("Events", { exact: true }).click();
  for (const line of [
    "Test started",
    "Live",
    "Recording started",
    "Clip created",
    "Recording ready",
    "Paused",
    "Ended",
  ])
    await expect(page.getByRole("cell", { name: line, exact: true }).first()).toBeVisible();
});

// spec: 2.41
test(
  "the list is searched from 3 letters, filtered by state and ordered; its address keeps all of it",
  { tag: "@slow" },
  async ({ page }) => {
    await people.arrive(page, place.owner, "/live");
    const rows = page.getByRole("row");
    await page.getByRole("button", { name: "Actions for Harbour camera 2" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await toast(page, "Stream is duplicated.");
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "Actions for Harbour camera 2 (copy)" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await expect(rows.filter({ hasText: "(copy)" })).toContainText("Stream is disabled");

    const search = page.getByRole("searchbox", { name: "Search name or ID" });
    await search.fill("co");
    await expect(page.getByText("Minimum 3 characters")).toBeVisible();
    await search.fill("copy");
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/search=copy/);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("option", { name: "State", exact: true }).click();
    await page.getByRole("option", { name: "Live", exact: true }).click();
    await expect(page.getByText("No livestreams match these filters")).toBeVisible();
    await page.reload();
    await expect(page.getByText("No livestreams match these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "Sort by Livestream" }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(rows.nth(1)).not.toContainText("(copy)");

    await page.getByRole("button", { name: "Actions for Harbour camera 2 (copy)" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("dialog");
    await expect(question).toContainText("Are you sure you want to permanently delete this stream?");
    await question.getByRole("button", { name: "Delete" }).click();
    await toast(page, "Stream is deleted.");
    await expect(rows).toHaveCount(2);
  },
);

// spec: 2.41
test("the log is filtered and downloaded, and sessions are beside it", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/live/logs");
  await expect(page.getByRole("cell", { name: "Key rotated" })).toBeVisible();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("option", { name: "Type", exact: true }).click();
  await page.getByRole("option", { name: "Paused", exact: true }).click();
  await expect(page).toHaveURL(/type=paused/);
  await expect(page.getByRole("cell", { name: "Key rotated" })).toHaveCount(0);
  await expect(page.getByRole("cell", { name: "Paused", exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ended by a user" })).toBeVisible();
  const sessions = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await sessions).suggestedFilename()).toBe("stream-sessions.csv");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("option", { name: "Days", exact: true }).click();
  await page.getByLabel("From", { exact: true }).fill("2001-01-01");
  await page.getByLabel("To", { exact: true }).fill("2001-01-02");
  await expect(page.getByText("No sessions match these filters")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByRole("row").filter({ hasText: "Ended by a user" })).toBeVisible();
});

test(
  "someone who may only look sees no button that would be refused, and someone who may not is led away",
  { tag: "@slow" },
  async ({ page }) => {
    const viewer = await people.member(place, ["streams_view"]);
    await people.arrive(page, viewer, address);
    await expect(page.getByText("You need the “View stream keys” permission to see the stream key.")).toBeVisible();
    for (const name of ["Reveal stream key", "Rotate", "Send test stream"])
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    await part(page, "Settings").click();
    await expect(
      page.getByText("You need the “Manage livestreams” permission to change this livestream."),
    ).toBeVisible();
    await page.goto(`${kinora.urls.console}/live`);
    await expect(page.getByRole("link", { name: "Harbour camera 2" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Create livestream" })).toHaveCount(0);
    await page.goto(`${kinora.urls.console}/live/999999`);
    await expect(page.getByText("This stream does not exist or belongs to another project")).toBeVisible();

    await people.grant(viewer.roleId, ["video_view"]);
    await page.goto(kinora.urls.console + address);
    await page.waitForURL(`${kinora.urls.console}/dashboard`);
  },
);
