import type { Page } from "@playwright/test";
import type { Stage } from "./seeded.ts";
import { HERO, press, type Shot } from "./shots.ts";

const row = "main [data-row]";

/** Pictures of the advanced area as a superuser sees it. */
export function advancedShots(stage: Stage): Shot[] {
  const hero = stage.video(HERO);
  return [
    ...["video", "live", "platform", "login"].map((kind) => ({
      ...{ name: `advanced-logs-${kind}`, at: `/advanced/logs/${kind}`, main: kind === "platform" },
    })),
    { name: "advanced-accounts", at: "/advanced/accounts", shown: row },
    { name: "advanced-accounts-suspend", at: "/advanced/accounts", window: true, act: choose("Suspend") },
    { name: "advanced-users", at: "/advanced/users", shown: row },
    { name: "advanced-projects", at: "/advanced/projects", shown: row },
    { name: "advanced-permissions", at: "/advanced/permissions" },
    { name: "advanced-pricing", at: "/advanced/pricing" },
    { name: "advanced-pricing-seller", at: "/advanced/pricing", window: true, act: press("Invoice settings") },
    { name: "advanced-invoices", at: "/advanced/invoices" },
    { name: "advanced-transcoding", at: "/advanced/transcoding", shown: "ul[aria-label='Workers'] li", main: true },
    { name: "advanced-videos", at: "/advanced/videos", shown: row },
    { name: "advanced-video", at: `/advanced/videos/${hero}` },
    { name: "advanced-video-embed", at: `/advanced/videos/${hero}/embed` },
    ...["switches", "maintenance", "limits", "storage", "jobs", "backups", "system"].map((tab) => ({
      ...{ name: `advanced-manage-${tab}`, at: `/advanced/manage?tab=${tab}` },
    })),
    { name: "advanced-player-demo", at: "/advanced/player-demo" },
  ];
}

/** Opens the question behind an action of the first row. */
const choose = (action: string) => async (page: Page) => {
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("dialog").waitFor();
};
