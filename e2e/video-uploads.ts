import { selectRow } from "@kinora/db/testing-rows.ts";
import type { LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import { expect } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { LONG_TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { makeApiKey, type PeopleProject } from "./project-people.ts";

/** Puts videos into a project as scripts do, and follows what becomes of them. */
export interface VideoUploads {
  /** Uploads a file in one request (tus creation-with-upload); answers the video's id. */
  upload(bytes: Buffer, replaces?: number, preset?: LadderPreset): Promise<number>;
  read(videoId: number): ReturnType<typeof readVideo>;
  untilVersion(videoId: number, version: number): ReturnType<typeof readVideo>;
}

const readVideo = ({ db }: PeopleProject, id: number) => selectRow(db, "videos", { id });

/** Makes an API key of the project to upload with. */
export async function makeUploads(kinora: Environment, project: PeopleProject): Promise<VideoUploads> {
  const key = await makeApiKey(project);
  const read = (videoId: number) => readVideo(project, videoId);
  return {
    read,
    async upload(bytes, replaces, preset) {
      const values = {
        project_id: project.projectId,
        filename: "harbor.mp4",
        ...(replaces ? { replaces_video_id: replaces } : {}),
        ...(preset ? { ladder_preset: preset } : {}),
      };
      const response = await fetch(`${kinora.urls.api}/uploads`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "tus-resumable": "1.0.0",
          "upload-length": String(bytes.length),
          "upload-metadata": Object.entries(values)
            .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString("base64")}`)
            .join(","),
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(bytes),
      });
      expect(response.status, await response.text()).toBe(201);
      const id = response.headers.get("location")?.split("/").at(-1) ?? "";
      const row = await selectRow(project, "uploads", { id }, "video_id");
      return row.video_id;
    },
    untilVersion: (videoId, version) =>
      until(
        `version ${version}`,
        async () => {
          const video = await read(videoId);
          return video.status === "complete" && video.version === version ? video : null;
        },
        LONG_TRANSCODING_PATIENCE_MS,
      ),
  };
}
