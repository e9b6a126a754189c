import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeDemoClip } from "@kinora/media/scenes/demo-clip.ts";
import type { Page } from "@playwright/test";
import { deleteUnfinishedUploads, uploadFile } from "../src/upload.ts";
import type { Stage } from "./seeded.ts";

const BYTES_PER_SECOND = 60_000;

/** Files for the pictures of uploads and of encoding in progress. */
export async function makeFilms(): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-screens-"));
  const clip = { picture: "gradient", width: 854, height: 480, fps: 25, durationSeconds: 40 } as const;
  const paths = ["harbor-night-uncut.mp4", "foyer-panorama.mp4", "press-cut.mp4"].map((name) => join(folder, name));
  for (const [variant, path] of paths.entries()) await makeDemoClip({ ...clip, variant }, path);
  return { paths, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Uploads over a slow line, so that the picture shows them on their way. */
export async function uploadSlowly(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: BYTES_PER_SECOND,
  });
  await page.getByTestId("upload-input").setInputFiles([...paths]);
  await page.getByRole("list", { name: "Uploads" }).getByRole("progressbar").first().waitFor();
}

/**
 * Leaves nothing of uploads that a picture showed, nor of an earlier run that was interrupted: the upload page lists them
 * as unfinished. The page is left first, so that it sends no more of them.
 */
export async function endUploads({ kinora, owner, projectId }: Stage, page: Page): Promise<void> {
  await page.goto("about:blank");
  await deleteUnfinishedUploads({ urls: kinora.urls, internalUrls: kinora.urls }, owner, projectId);
}

/** A video that is being encoded; answers what deletes it. */
export async function encodeOne({ kinora, owner, projectId }: Stage, path: string): Promise<() => Promise<unknown>> {
  const title = "Harbor at night, uncut";
  const metadata = { project_id: projectId, filename: basename(path), title };
  const id = await uploadFile({ urls: kinora.urls, internalUrls: kinora.urls }, owner, { path, metadata });
  return () => owner.api.videos.deleteVideo({ id });
}
