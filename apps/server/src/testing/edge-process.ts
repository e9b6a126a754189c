import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { anEdge } from "../playback/testing.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "./own-process.ts";

/** Starts an edge as a separate process, which writes views every second and ends by `kill -9`. */
export async function startEdgeProcess({ config }: Services): Promise<OwnProcess & { url: string }> {
  const edge = startOwnProcess(import.meta.url, config);
  return { ...edge, url: await edge.line((line) => line.startsWith("http")) };
}

if (isStarted(import.meta.url)) {
  const { url } = await anEdge(await createServices(readConfig(process.env), "edge"), { viewsMs: 1_000 });
  process.stdout.write(`${url}\n`);
}
