import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoClip } from "@kinora/media/demoClip.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { task } from "../platform/tasks.ts";
import { createUpload } from "./create.ts";
import { failImport } from "./fetch-import.ts";
import { finishUpload } from "./finish.ts";
import { takeRoom } from "./import-size.ts";
import { openPart } from "./part-files.ts";
import { readUpload } from "./rows.ts";

const TITLE = "Sample video";
const CLIP = { picture: "testCard", width: 1280, height: 720, durationSeconds: 10 } as const;

/** Adds a short film to a project as if somebody had uploaded it; a worker makes it. Answers its video's id. */
export async function addSampleVideo(context: Context, { projectId }: ProjectGround): Promise<number> {
  const metadata = { projectId, fileName: "sample.mp4", title: TITLE, wishes: { source: "sample" as const } };
  // How large it is shows when it is made; until then it takes a single byte.
  const { videoId } = await createUpload(context, metadata, 1, (tx, { id }) =>
    context.jobs.send(tx, makeSampleVideo, { uploadId: id }),
  );
  return videoId;
}

/** Makes a sample's film where uploads collect their bytes, and finishes it as an upload. A second run begins anew. */
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
