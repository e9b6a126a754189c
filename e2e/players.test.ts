import { readFile } from "node:fs/promises";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Locator, Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { embedWith, play } from "./embedded-player.ts";
import { expect, test } from "./product.ts";
import { makePeopleProject, signInTo, type PeopleProject } from "./project-people.ts";
import { sharedEdge } from "./shared.ts";
import { makeUploads } from "./video-uploads.ts";

const edge = sharedEdge();

async function showControls(page: Page): Promise<void> {
  await page.mouse.move(200, 150);
  await page.mouse.move(240, 170);
}

test("controls are there or not, and the menu offers what the player offers", async ({ page }) => {
  await page.goto(
    await embedWith(edge, {
      volume: false,
      fullscreen: false,
      share: true,
      download: true,
      playback_rates: [1, 3],
      hide_after_seconds: 0,
      title_overlay: false,
    }),
  );
  await expect(page.locator(".kinora-title")).toBeHidden();
  await play(page);
  await showControls(page);
  const bar = page.locator("media-control-bar");
  await expect(bar.locator("media-play-button")).toBeVisible();
  await expect(bar.locator("media-mute-button")).toBeHidden();
  await expect(bar.locator("media-fullscreen-button")).toBeHidden();
  await expect(bar.locator("media-cast-button")).toBeHidden();
  await expect(bar.locator(".kinora-download")).toHaveAttribute("href", /\/mp4\/720p\.mp4\?download=1$/);
  await page.locator("media-settings-menu-button").click();
  await page.locator(".kinora-rate-item").click();
  await expect(page.locator("media-playback-rate-menu")).toHaveAttribute("rates", "1 3");
  expect(await obstacles(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator(".kinora-share-button").click();
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/\/v\/[0-9a-z]+$/);
  expect(await obstacles(page)).toEqual([]);
});

test("colours, shapes, pictures and CSS are seen", { tag: "@slow" }, async ({ page }) => {
  await page.goto(
    await embedWith(edge, {
      primary_colour: "#e01b24",
      radius: 20,
      big_play: "square",
      control_bar: "solid",
      poster_fit: "cover",
      description_overlay: true,
      custom_css: ".kinora-title-text { text-transform: uppercase }",
    }),
  );
  const player = page.locator(".kinora-player");
  await expect(player).toHaveCSS("border-radius", "20px");
  await expect(page.locator(".kinora-start-button")).toHaveCSS("border-radius", "8px");
  await expect(page.locator("video")).toHaveCSS("object-fit", "cover");
  await expect(page.locator(".kinora-title-text")).toHaveCSS("text-transform", "uppercase");
  await expect(page.locator(".kinora-description")).toHaveText("A picture that counts its frames.");
  expect(
    await player.evaluate((element) => getComputedStyle(element).getPropertyValue("--media-range-bar-color")),
  ).toBe("#e01b24");
});

test.describe("of a German viewer", () => {
  test.use({ locale: "de-DE" });

  test(
    "a player speaks the viewer's language, also where it cannot play",
    { tag: "@slow" },
    async ({ page, context }) => {
      const address = await embedWith(edge, { share: true });
      await page.goto(address);
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await play(page);
      await showControls(page);
      await expect(page.getByRole("button", { name: "pause" })).toBeVisible();
      await page.locator("media-settings-menu-button").click();
      await expect(page.getByRole("menuitem", { name: "Geschwindigkeit" })).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Teilen" }).click();
      await expect(page.getByRole("button", { name: "Link kopieren" })).toBeVisible();
      expect(await obstacles(page)).toEqual([]);
      await page.goto(address);
      await page.locator(".kinora-start-button").hover();
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.locator(".kinora-start-button").click();
      await expect(page.getByRole("alert")).toContainText("Das Video konnte nicht geladen werden");
      await expect(page.getByRole("button", { name: "Noch einmal versuchen" })).toBeVisible();
    },
  );
});

test.describe("in the console", () => {
  let project: PeopleProject;

  test.beforeAll(async ({ product }) => {
    project = await makePeopleProject(product, "Player Films");
    const uploads = await makeUploads(product, project);
    const footage = await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 }));
    await uploads.untilVersion(await uploads.upload(footage), 1);
  });
  test.afterAll(async () => {
    await project?.db.destroy();
  });

  // spec: 1.9, 2.49, 3.21, 5.10, 8.15
  test("a player is made, its draft shows in the frame at once, and what is published is what embeds get", async ({
    page,
    product,
  }) => {
    await signInTo(page, product, project.owner, "/player");
    await expect(page.getByRole("link", { name: "Default player" })).toBeVisible();
    await page.getByRole("button", { name: /New player/ }).click();
    await page.getByRole("button", { name: "Create player" }).click();
    await expect(page.getByText("Player title can not be empty.")).toBeVisible();
    await page.getByLabel("Title").fill("Shop window");
    await page.getByRole("button", { name: "Create player" }).click();

    const frame = page.locator("iframe").contentFrame();
    await expect(frame.locator(".kinora-start-button")).toBeVisible();
    await group(page, "Look").click();
    await page.getByLabel("Corner radius").fill("24");
    await expect(frame.locator(".kinora-player")).toHaveCSS("border-radius", "24px");
    await page.getByRole("combobox", { name: "Font" }).click();
    await page.getByRole("option", { name: "Serif" }).click();
    await expect(frame.locator(".kinora-title-text")).toHaveCSS("font-family", /^Charter/);
    await page.getByRole("switch", { name: "Title overlay" }).click({ force: true });
    await expect(frame.locator(".kinora-title")).toBeHidden();
    await group(page, "Look").click();
    await expect(group(page, "Look")).toContainText("Corner radius 24");
    await group(page, "Size").click();
    await page.getByRole("combobox", { name: "Aspect ratio" }).click();
    await page.getByRole("option", { name: "1:1" }).click();
    await expect(page.locator("iframe")).toHaveCSS("aspect-ratio", "1 / 1");
    await group(page, "Controls").click();
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Français" }).click();
    await expect(frame.locator("media-mute-button")).toHaveAttribute("aria-label", "désactiver le son");
    await expect(frame.locator("html")).toHaveAttribute("lang", "fr");
    await group(page, "Security and privacy").click();
    await page.getByRole("switch", { name: "Report views" }).click({ force: true });
    await expect(page.getByRole("switch", { name: "Respect Do Not Track" })).toBeDisabled();
    expect(await obstacles(page)).toEqual([]);

    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("Player is saved.").first()).toBeVisible();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("button", { name: "Version 2" })).toBeVisible();
    const { settings } = await selectRow(
      project,
      "players",
      { title: "Shop window", project_id: project.projectId },
      "settings",
    );
    const looks = { aspect: "1:1", font: "serif", radius: 24, title_overlay: false };
    expect(settings).toEqual({ ...looks, language: "fr", reports: false });
  });
});

const group = (page: Page, name: string): Locator => page.locator("summary").filter({ hasText: name });
