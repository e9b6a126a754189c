import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { until } from "../e2e/pipeline-project.ts";
import { browserPath } from "../tools/setup/browser.mjs";
import type { Product } from "./product.ts";

/** A livestream and where to publish to. */
export interface BenchStream {
  id: number;
  hash: string;
  /** With its key. */
  address: string;
}

/** Makes a livestream. @throws Error with what the server said when it refuses. */
export async function makeStream({ project }: Product, settings: Record<string, unknown>): Promise<BenchStream> {
  const made = await project.call("POST", `/projects/${project.projectId}/streams`, settings);
  const stream = made.body["data"] as { id: number; hash: string; rtmp_url: string } | undefined;
  if (!stream) throw new Error(`The stream was not made: ${JSON.stringify(made.body)}`);
  const { body } = await project.call("POST", `/streams/${stream.id}/key/reveal`, {});
  return { id: stream.id, hash: stream.hash, address: `${stream.rtmp_url}/${String(body["key"])}` };
}

/** Waits until viewers are shown what is published. */
export const untilLive = ({ project }: Product, { id }: BenchStream) =>
  until("the stream is live", async () => {
    const { body } = await project.call("GET", `/streams/${id}`);
    return (body["data"] as { state: string }).state === "live";
  });

/** Opens the stream's embed in Chromium, muted, and waits until it plays; it ends with `cleanUp`. */
export async function watchStream(
  cleanUp: AsyncDisposableStack,
  { kinora }: Product,
  { hash }: BenchStream,
): Promise<Page> {
  const executablePath = browserPath();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Chromium's own sandbox cannot start as root, which is how containers run.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, "page-clock.js") });
  await page.goto(`${kinora.urls.edge}/embed/${hash}?autoplay=1&muted=1`);
  await until("it plays", () => page.evaluate<boolean>("document.querySelector('video')?.currentTime > 1"));
  return page;
}
