import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoClip } from "@kinora/media/scenes/demo-clip.ts";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { createUpload } from "../create.ts";
import { failImport } from "../import/fetch-import.ts";
import { takeRoom } from "../import/import-size.ts";
import { readUpload } from "../rows.ts";
import { openPart } from "../tus/part-files.ts";
import { finishUpload } from "./finish.ts";

const TITLE = "Sample video";
const CLIP = { picture: "horizon", showsTime: true, width: 1280, height: 720, durationSeconds: 10 } as const;

/** Adds a short video to a project like an upload; a worker generates it. Returns the video's id. */
export async function addSampleVideo(context: Context, { projectId }: ProjectGrant): Promise<number> {
  const metadata = { projectId, fileName: "sample.mp4", title: TITLE, options: { source: "sample" as const } };
  // The size is unknown until it is generated; until then it counts as a single byte.
  const { videoId } = await createUpload(context, metadata, 1, (tx, { id }) =>
    context.jobs.send(tx, makeSampleVideo, { uploadId: id }),
  );
  return videoId;
}

/** Generates a sample in the folder of unfinished uploads, and finishes it as an upload. A repeated run starts over. */
export const makeSampleVideo = task({
  name: "uploads.make_sample_video",
  payload: z.object({ uploadId: z.string() }),
  maximumFailures: 3,
  async run(services, { uploadId }, { signal }) {
    const row = await readUpload(services.db, uploadId);
    if (row?.state !== "uploading" || row.video_status !== "uploading" || row.video_deleted_at) return;
    const folder = await mkdtemp(join(tmpdir(), "kinora-sample-"));
    try {
      const path = join(folder, "sample.mp4");
      await makeDemoClip(CLIP, path);
      const bytes = await readFile(path, { signal });
      await takeRoom(services, row, bytes.length);
      await using file = await openPart(services.config, uploadId);
      await file.truncate(0);
      await file.write(bytes, 0, bytes.length, 0);
      await file.sync();
      const sha256 = createHash("sha256").update(bytes).digest();
      await finishUpload(services, { ...row, size_bytes: bytes.length }, { sha256, chunks: 1 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  gaveUp: (services, { uploadId }, failure) => failImport(services, uploadId, failure),
});
