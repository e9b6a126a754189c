import { findRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { afterAll, expect, test } from "vitest";
import { sharedProject, addVideo } from "../../testing/fixtures.ts";
import { created, patch, sessionHeaders, uploadServer } from "../../testing/upload-server.ts";

const { services, project } = await sharedProject();
const server = await uploadServer(services);
const owner = await sessionHeaders(services, project.ownerId);
afterAll(() => server.close());

async function aVideo(status: VideoStatus): Promise<number> {
  const failure = JSON.stringify({ code: "corrupt_file", message: "This file is damaged.", retryable: false });
  const { id } = await addVideo(services, project, {
    title: "Harbour",
    file_name: "broken.mp4",
    status,
    ...(status === "failed" ? { failure } : {}),
  });
  return id;
}
const metadata = (videoId: number) => ({
  project_id: project.projectId,
  replaces_video_id: videoId,
  filename: "whole.mp4",
});

test.each(["failed", "cancelled"] as const)(
  "another file replaces the source of a video that %s, and transcoding starts again",
  async (status) => {
    const videoId = await aVideo(status);
    const bytes = Buffer.alloc(1000, 1);
    const uploadId = await created(server, owner, bytes.length, metadata(videoId));
    expect((await patch(server, owner, uploadId, 0, bytes)).status).toBe(204);
    expect(await findRow(services, "videos", { id: videoId }, "status", "failure")).toEqual({
      status: "in_queue",
      failure: null,
    });
    const transcodes = await selectRows(
      services,
      "transcodes",
      { video_id: videoId },
      "version",
      "state",
      "replacement",
    );
    expect(transcodes).toMatchObject([{ version: 1, state: "queued", replacement: { file_name: "whole.mp4" } }]);
  },
);

test("the source of a video that is being transcoded cannot be replaced", async () => {
  const videoId = await aVideo("processing");
  await expect(created(server, owner, 1000, metadata(videoId))).rejects.toThrow(/Wait until this video is complete/);
});
