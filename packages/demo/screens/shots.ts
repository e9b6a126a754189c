import type { Page } from "@playwright/test";
import { pauseAt } from "./playing.ts";
import type { Stage } from "./seeded.ts";

/** One picture: an address, and what is done there before it is taken. */
export interface Shot {
  name: string;
  /** A path of the console, or an address of another host. */
  at: string;
  act?(page: Page): Promise<unknown>;
  /** What is there when the page is. Left out: its title. */
  shown?: string;
  /** Kept in the repository, and shown in docs/tour.md. */
  main?: boolean;
  only?: "mobile" | "desktop";
  /** Only what a window shows: a layer over the page, or a pane beside it. */
  window?: boolean;
}

/** The video whose pages are shown. */
export const HERO = "Over the hills at dawn";

/** Pictures that need nobody to be signed in. */
export async function publicShots({ kinora: { urls }, ...stage }: Stage): Promise<Shot[]> {
  const [hero, restricted] = await Promise.all([stage.hash(HERO), stage.hash("Opening night, short report")]);
  const { data: players } = await stage.owner.api.players.listPlayers({ project_id: stage.projectId });
  const courses = players.find(({ title }) => title === "Courses")?.hash ?? "";
  return [
    { name: "home", at: "/", main: true },
    { name: "home-menu", at: "/", only: "mobile", window: true, act: press("Menu") },
    { name: "login", at: `${urls.login}/login`, main: true },
    { name: "register", at: `${urls.login}/register` },
    { name: "forgot", at: `${urls.login}/forgot` },
    { name: "embed", at: `${urls.edge}/embed/${hero}`, shown: "media-controller", main: true },
    {
      name: "embed-transcript",
      at: `${urls.edge}/embed/${hero}?player=${courses}&muted=1`,
      shown: "media-controller",
      window: true,
      act: openTranscript,
    },
    { name: "embed-restricted", at: `${urls.edge}/embed/${restricted}?ref=copycat.example`, shown: "body" },
    { name: "share", at: `${urls.edge}/v/${hero}`, main: true },
  ];
}

/** Pictures of the console as its owner sees it. */
export async function consoleShots(stage: Stage): Promise<Shot[]> {
  const hero = stage.video(HERO);
  return [
    { name: "dashboard", at: "/dashboard", shown: "[aria-label='On air'] li:nth-child(2) img", main: true },
    { name: "navigation", at: "/dashboard", only: "mobile", window: true, act: press("Open navigation") },
    ...libraryShots(hero),
    ...videoShots(stage, hero),
    ...liveShots(stage),
    ...playlistShots(stage),
    ...(await settingShots(stage)),
    { name: "upload", at: "/upload", main: true },
    { name: "upload-import", at: "/upload", window: true, act: press("Import from URL") },
    { name: "upload-log", at: "/upload/logs" },
    { name: "imports", at: "/upload/imports" },
    { name: "imports-new", at: "/upload/imports", window: true, act: importArchive },
    { name: "palette", at: "/video", window: true, main: true, only: "desktop", act: keys("Control+k") },
    { name: "palette-search", at: "/video", window: true, only: "desktop", act: search("har") },
    { name: "shortcuts", at: "/video", window: true, only: "desktop", act: keys("?") },
    { name: "analytics-transcode", at: "/analytics/transcode" },
    { name: "analytics-bandwidth", at: "/analytics/bandwidth" },
    { name: "analytics-players", at: "/analytics/players" },
    { name: "analytics-top-videos", at: "/analytics/top-videos" },
    { name: "analytics-top-livestreams", at: "/analytics/top-livestreams" },
    { name: "account-statistics", at: "/account/statistics" },
    { name: "account-projects", at: "/account/projects" },
    { name: "account-members", at: "/account/members" },
    { name: "account-settings", at: "/account/settings" },
    { name: "server-error", at: "/auth-server-error?to=/video" },
    { name: "not-found", at: "/no-such-page" },
  ];
}

function libraryShots(hero: number): Shot[] {
  const list = "main [data-row]";
  return [
    { name: "videos", at: "/video", shown: list, main: true },
    { name: "videos-recent", at: "/video?type=recent", shown: list, main: true },
    { name: "videos-failed", at: "/video?type=failed", shown: list },
    { name: "videos-trash", at: "/video?type=trash", shown: list },
    { name: "videos-inprogress-empty", at: "/video?type=inprogress" },
    { name: "videos-filtered-empty", at: "/video?search=nothing-like-it" },
    { name: "videos-said", at: "/video?search=everything%20moves", shown: list },
    { name: "videos-filters", at: "/video?search=harbor", window: true, act: press("Add filter", { ifThere: true }) },
    {
      name: "videos-peek",
      at: `/video?peek=${hero}`,
      shown: "[aria-label='Video preview'] video, [aria-label='Video preview'] iframe, [aria-label='Video preview']",
      window: true,
      main: true,
    },
    { name: "videos-selected", at: "/video", shown: list, window: true, only: "desktop", act: select },
    { name: "videos-delete", at: "/video", shown: list, window: true, act: askToDelete },
  ];
}

function videoShots(stage: Stage, hero: number): Shot[] {
  const at = `/video/${hero}`;
  return [
    { name: "video", at, main: true },
    { name: "video-media", at: `${at}?tab=media` },
    { name: "video-captions", at: `${at}?tab=media`, window: true, act: editCaptions },
    { name: "video-embed", at: `${at}?tab=embed` },
    { name: "video-analytics", at: `${at}?tab=analytics` },
    { name: "video-activity", at: `${at}?tab=activity`, main: true },
    { name: "video-failed", at: `/video/${stage.video("Interview with the harbormaster, take 2")}` },
    { name: "video-scheduled", at: `/video/${stage.video("Winter program: trailer")}` },
    { name: "video-portrait", at: `/video/${stage.video("Blue hour")}` },
    { name: "video-missing", at: "/video/999999" },
  ];
}

function liveShots(stage: Stage): Shot[] {
  const at = `/live/${stage.stream("Harbor camera")}`;
  // Pictures of what is on air and received are there only while a page shows them.
  const shown = "main img";
  return [
    { name: "live", at: "/live", shown: "[aria-label='On air'] li:nth-child(2) img", main: true },
    { name: "live-create", at: "/live", window: true, act: press("Create livestream") },
    { name: "stream", at, shown, main: true },
    ...["health", "restream", "loop", "sessions", "analytics", "settings", "log"].map((tab) => ({
      ...{ name: `stream-${tab}`, at: `${at}?tab=${tab}`, shown },
      main: tab === "health",
    })),
    { name: "stream-shortcuts", at, shown, window: true, only: "desktop", act: keys("?") },
    { name: "stream-waiting", at: `/live/${stage.stream("Town hall, quarterly")}` },
    { name: "stream-disabled", at: `/live/${stage.stream("Backup encoder")}` },
    { name: "stream-looping", at: `/live/${stage.stream("Gallery screen")}` },
    { name: "live-log", at: "/live/logs" },
  ];
}

function playlistShots(stage: Stage): Shot[] {
  const at = `/playlist/${stage.playlist("Seen from the harbor")}`;
  return [
    { name: "playlists", at: "/playlist", main: true },
    { name: "playlist", at, main: true },
    { name: "playlist-manage", at: `${at}/manage` },
    { name: "playlist-smart", at: `/playlist/${stage.playlist("Latest talks")}/manage` },
  ];
}

async function settingShots({ owner: { api }, projectId }: Stage): Promise<Shot[]> {
  const { data: profiles } = await api.restrictions.listRestrictions({ project_id: projectId });
  const { data: players } = await api.players.listPlayers({ project_id: projectId });
  const webhook = await aWebhook(api, projectId);
  const shopWindow = players.find(({ title }) => title === "Shop window");
  const partners = profiles.find(({ name }) => name === "Partner sites");
  const tab = (name: string, main = false): Shot => ({ name, at: `/settings/project/${name}`, main });
  return [
    { name: "users", at: "/users", main: true },
    { name: "users-roles", at: "/users?tab=roles", shown: "main [data-row]" },
    { name: "users-invitations", at: "/users?tab=invitations", shown: "main [data-row]" },
    { name: "users-audit", at: "/users?tab=audit", shown: "main [data-row]" },
    {
      name: "users-role",
      at: "/users?tab=roles",
      window: true,
      act: async (page) => {
        await page.getByRole("button", { name: "Actions for Editor" }).click();
        await page.getByRole("menuitem", { name: "Duplicate" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    { name: "users-invite", at: "/users", window: true, act: press("Invite") },
    tab("settings", true),
    ...["categories", "tags", "resolutions"].map((name) => tab(name)),
    { name: "restrictions", at: "/settings/restrictions" },
    { name: "restrictions-profile", at: `/settings/restrictions/${partners?.id ?? 0}`, main: true },
    ...["keys", "denied", "embeds"].map((name) => ({
      name: `restrictions-${name}`,
      at: `/settings/restrictions/${name}`,
    })),
    { name: "ads", at: "/settings/ads", main: true },
    { name: "api", at: "/settings/api" },
    { name: "api-create", at: "/settings/api", window: true, act: press("Create key") },
    { name: "webhooks", at: "/settings/webhooks" },
    { name: "webhooks-create", at: "/settings/webhooks", window: true, act: press("Create webhook") },
    { name: "webhook", at: `/settings/webhooks/${webhook}` },
    { name: "settings-analytics", at: "/settings/analytics" },
    { name: "players", at: "/player", main: true },
    { name: "player", at: `/player/${shopWindow?.id ?? 0}`, main: true },
  ];
}

/** A webhook that sends to an inbox, with a test that arrived there; the one of an earlier run if there is one. */
async function aWebhook(api: Stage["owner"]["api"], projectId: number): Promise<number> {
  const { data: known } = await api.webhooks.listWebhooks({ project_id: projectId });
  if (known[0]) return known[0].id;
  const { data } = await api.webhooks.createWebhook({ project_id: projectId, name: "Newsroom", events: ["*"] });
  await api.webhooks.testWebhook({ project_id: projectId, id: data.id });
  return data.id;
}

const keys =
  (...pressed: string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key);
    await page.getByRole("dialog").first().waitFor();
  };

export const press =
  (name: string, { ifThere = false } = {}) =>
  async (page: Page) => {
    const button = page.getByRole("button", { name, exact: true }).first();
    if (ifThere && !(await button.isVisible())) return;
    await button.click();
    await page
      .locator("[role=dialog], dialog[open], [role=listbox], [role=menu]")
      .filter({ visible: true })
      .first()
      .waitFor();
  };

const search = (text: string) => async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump" }).fill(text);
  await page
    .getByRole("option", { name: new RegExp(text, "i") })
    .first()
    .waitFor();
};

async function select(page: Page): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
}

async function openTranscript(page: Page): Promise<void> {
  await pauseAt(page, 4);
  await page.locator(".kinora-transcript-button").click();
  await page.getByRole("region", { name: "Transcript" }).getByRole("listitem").first().waitFor();
}

async function editCaptions(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Actions for English" }).click();
  await page.getByRole("menuitem", { name: "Edit text" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
}

async function importArchive(page: Page): Promise<void> {
  await press("New import")(page);
  await page.getByRole("dialog").getByText("PeerTube export", { exact: true }).click();
}

async function askToDelete(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").waitFor();
}
