import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { fillProjects } from "@kinora/server/testing/full-project.ts";
import { chromium, type BrowserContext } from "@playwright/test";
import { ConsolePeople, type ConsolePerson } from "../e2e/console-people.ts";
import { patient } from "../e2e/patience.ts";
import { browserPath } from "../tools/setup/browser.mjs";
import { startProduct, type Product } from "./product.ts";
import { sized } from "./sizes.ts";

/** For a page of 100 rows on a machine that does nothing else. */
const PATIENCE_MS = patient(30_000);
const VIDEOS = sized(10_000, 300);

/** The product with a project of 10,000 videos, and a browser in which its owner is signed in. */
export interface OpenConsole {
  product: Product;
  context: BrowserContext;
  /** Where other tools reach the same browser. */
  debuggingPort: number;
  owner: ConsolePerson;
  videos: number;
}

/** Opens both; they end with `cleanUp`. */
export async function openConsole(cleanUp: AsyncDisposableStack): Promise<OpenConsole> {
  const product = await startProduct(cleanUp);
  const people = new ConsolePeople(product.kinora);
  cleanUp.defer(() => people.close());
  const owner = await people.person("Olive Owner");
  const accountId = await people.account("Bench", owner);
  await fillProjects(product.kinora.databaseUrl, accountId, [VIDEOS]);
  const profile = await mkdtemp(join(tmpdir(), "kinora-bench-browser-"));
  cleanUp.defer(() => rm(profile, { recursive: true, force: true }));
  const debuggingPort = await freePort();
  const executablePath = browserPath();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    viewport: { width: 1440, height: 900 },
    // Chromium's own sandbox cannot start as root, which is how containers run.
    args: [`--remote-debugging-port=${debuggingPort}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  cleanUp.defer(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  await people.signIn(context, owner);
  return { product, context, debuggingPort, owner, videos: VIDEOS };
}
