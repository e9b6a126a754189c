import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "@playwright/test";
import { arriveAt } from "../../../e2e/sign-in.ts";
import { repositoryRoot } from "../../../tools/checks/repository.ts";
import { browserPath } from "../../../tools/setup/browser.mjs";
import { advancedShots } from "./advanced-shots.ts";
import { settle, takePicture } from "./camera.ts";
import { pauseAt } from "./playing.ts";
import { holdsDemo, openProduct, openStage, type SignIn, type Stage } from "./seeded.ts";
import { consoleShots, HERO, publicShots, type Shot } from "./shots.ts";
import { encodeOne, endUploads, makeFilms, uploadSlowly } from "./uploading.ts";

// npm run screens [-- NAME …] [--main] [--look LOOK …] [--data FOLDER]: pictures of the product on the demo project, in light, dark and
// on a phone. Those that docs/tour.md shows are in docs/screens/ and committed, the others are in screens/; `home`
// takes those of the visitors' home page, too. --main takes the committed ones only, --look those of one look, --data keeps the
// demo for the next run.
const { values, positionals: wanted } = readArguments();
const folders = {
  kept: join(repositoryRoot, "docs/screens"),
  rest: join(repositoryRoot, "screens"),
  home: join(repositoryRoot, "apps/console/public"),
};
const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  mobile: { colorScheme: "light", viewport: { width: 390, height: 844 } },
} as const;
type Look = keyof typeof looks;

const failures: string[] = [];

if (values.data) mkdirSync(values.data, { recursive: true });
const kinora = await openProduct(values.data);
const browser = await launch();
const films = await makeFilms();
try {
  // Before the demo: its people end the first run.
  if (!(values.data && holdsDemo(values.data))) await takeFirstRun();
  const stage = await openStage(kinora);
  if (wanted.length === 0 && !values.main && !values.look) rmSync(folders.rest, { recursive: true, force: true });
  await takeHomePictures(stage);
  for (const look of wantedLooks()) await takeLook(stage, look);
} finally {
  await films.remove();
  await browser.close();
  await kinora.stop();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

function launch(): Promise<Browser> {
  const executablePath = browserPath();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Hinting moves letters to whole pixels, which spaces them unevenly.
    args: ["--font-render-hinting=none", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}

function inLook<Result>(look: Look, visit: Visit<Result>): Promise<Result> {
  return inWindow({ ...looks[look], deviceScaleFactor: 2 }, visit);
}

type Visit<Result> = (page: Page, context: BrowserContext) => Promise<Result>;

async function inWindow<Result>(options: BrowserContextOptions, visit: Visit<Result>): Promise<Result> {
  // What waits for a page to be complete is evaluated in it.
  const context = await browser.newContext({ ...options, reducedMotion: "reduce", bypassCSP: true });
  try {
    return await visit(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

async function takeFirstRun(): Promise<void> {
  const { firstRunLink } = kinora;
  if (!firstRunLink) return;
  for (const look of wantedLooks())
    await inLook(look, (page) => take(page, look, { name: "first-run", at: firstRunLink }));
}

/** The library and the player that the home page shows; the next build has them. */
async function takeHomePictures(stage: Stage): Promise<void> {
  if (!isWanted("home")) return;
  for (const colorScheme of ["light", "dark"] as const) {
    const window = { colorScheme, viewport: { width: 960, height: 676 }, deviceScaleFactor: 1.375 };
    await inWindow(window, async (page, context) => {
      await signIn(context, stage.owner);
      await page.goto(`${kinora.urls.console}/video?type=recent`);
      await settle(page, "main [data-row]");
      await takePicture(page, join(folders.home, `home-library-${colorScheme}.webp`), false);
    });
  }
  await inWindow({ viewport: { width: 800, height: 450 } }, async (page) => {
    await page.goto(`${kinora.urls.edge}/embed/${await stage.hash(HERO)}`);
    await pauseAt(page, 10);
    await takePicture(page, join(folders.home, "home-player.webp"), false);
  });
}

/** Everything in one look. */
async function takeLook(stage: Stage, look: Look): Promise<void> {
  await inLook(look, async (page) => {
    for (const shot of await publicShots(stage)) await take(page, look, shot);
  });
  await inLook(look, async (page, context) => {
    await signIn(context, stage.owner);
    await endUploads(stage, page);
    await arriveAt(page, kinora, "/dashboard");
    await stage.goOnAir();
    for (const shot of await consoleShots(stage)) await take(page, look, shot);
    await takeWork(stage, page, look);
  });
  await inLook(look, async (page, context) => {
    await signIn(context, stage.superuser);
    await arriveAt(page, kinora, "/advanced/logs/platform");
    for (const shot of advancedShots(stage)) await take(page, look, shot);
  });
}

/** What lasts only while it is pictured: uploads and encoding. */
async function takeWork(stage: Stage, page: Page, look: Look): Promise<void> {
  const [film = ""] = films.paths;
  if (isWanted("videos-inprogress")) {
    const remove = await encodeOne(stage, film);
    await take(page, look, {
      name: "videos-inprogress",
      at: "/video?type=inprogress",
      shown: "main [data-row]",
      main: true,
    });
    await take(page, look, { name: "dashboard-inprogress", at: "/dashboard" });
    await remove();
  }
  if (isWanted("upload-running")) {
    const act = (at: Page) => uploadSlowly(at, films.paths);
    await take(page, look, { name: "upload-running", at: "/upload", main: true, act });
    await endUploads(stage, page);
  }
}

async function signIn(context: BrowserContext, { email, password }: SignIn): Promise<void> {
  const { login, console: home } = kinora.urls;
  const response = await context.request.post(`${login}/api/sign-in`, {
    headers: { origin: login, [LOGIN_HEADER]: "1" },
    data: { email, password, redirect: `${home}/dashboard` },
  });
  if (!response.ok()) throw new Error(`${email} could not sign in: ${await response.text()}`);
}

function wantedLooks(): Look[] {
  return (Object.keys(looks) as Look[]).filter((look) => values.look?.includes(look) ?? true);
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((each) => name === each || name.startsWith(`${each}-`));
}

/** A picture that cannot be taken is reported at the end; the others are taken. */
async function take(
  page: Page,
  look: Look,
  { name, at, act, shown = "h1", main = false, only, window = false }: Shot,
): Promise<void> {
  if (values.main && !main) return;
  if (!isWanted(name) || (only === "mobile" && look !== "mobile") || (only === "desktop" && look === "mobile")) return;
  const path = join(main ? folders.kept : folders.rest, `${name}-${look}.webp`);
  try {
    await page.goto(at.startsWith("/") ? kinora.urls.console + at : at);
    await settle(page, shown);
    await act?.(page);
    await settle(page, shown);
    await takePicture(page, path, !window);
    console.log(path.slice(repositoryRoot.length + 1));
  } catch (error) {
    failures.push(`${name}-${look}: ${String(error).split("\n")[0]}`);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        data: { type: "string" },
        look: { type: "string", multiple: true },
        main: { type: "boolean", default: false },
      },
    });
  } catch (problem) {
    console.error(
      `${(problem as Error).message}\nnpm run screens [-- NAME …] [--main] [--look LOOK …] [--data FOLDER]`,
    );
    process.exit(2);
  }
}
