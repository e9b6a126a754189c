import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { findRow } from "@kinora/db/testing-rows.ts";
import { RESTART_PATIENCE_MS } from "./patience.ts";
import { until, type PipelineProject } from "./pipeline-project.ts";

/** What an upload went through. */
export interface UploadStory {
  id: string;
  videoId: number;
  sha256: string;
  sizeBytes: number;
  /** Offsets the server named when the upload went on after a break, each with what had been acknowledged before. */
  resumes: { offset: number; acknowledged: number }[];
}

export interface UploadOptions {
  project: PipelineProject;
  /** Where the API is at this moment; asked before every request. */
  api: () => string;
  path: string;
  /** Bytes of one request. */
  stepBytes?: number;
  /** Waited between two requests, to give others the chance to break something. */
  pauseMs?: number;
  onAcknowledged?: (offset: number, id: string) => void | Promise<void>;
}

const tus = { "tus-resumable": "1.0.0" };

/**
 * Uploads a file as a careful client does: after every break it asks the server where to go on.
 * @throws Error when the server knows less than it has acknowledged.
 */
export async function upload(options: UploadOptions): Promise<UploadStory> {
  const { project, api, path, stepBytes = 128 * 1024, pauseMs = 0 } = options;
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const id = await begin(options, bytes.length);
  const { video_id: videoId } = await until(
    "the upload's row",
    () => findRow(project, "uploads", { id }, "video_id").catch(() => null),
    RESTART_PATIENCE_MS,
  );
  const story: UploadStory = { id, videoId, sha256, sizeBytes: bytes.length, resumes: [] };
  let acknowledged = 0;
  while (acknowledged < bytes.length) {
    const answered = await append(acknowledged);
    if (answered === null) {
      const offset = await until("the upload can go on", ask, RESTART_PATIENCE_MS);
      if (offset.value < acknowledged)
        throw new Error(`${acknowledged} bytes were acknowledged, the server has ${offset.value}.`);
      story.resumes.push({ offset: offset.value, acknowledged });
      acknowledged = offset.value;
    } else acknowledged = answered;
    await options.onAcknowledged?.(acknowledged, id);
    if (pauseMs) await new Promise((wake) => setTimeout(wake, pauseMs));
  }
  return story;

  async function append(offset: number): Promise<number | null> {
    const response = await fetch(`${api()}/uploads/${id}`, {
      method: "PATCH",
      headers: {
        ...tus,
        ...project.headers,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: bytes.subarray(offset, offset + stepBytes),
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    return response?.status === 204 ? Number(response.headers.get("upload-offset")) : null;
  }

  async function ask(): Promise<{ value: number } | null> {
    const response = await fetch(`${api()}/uploads/${id}`, {
      method: "HEAD",
      headers: { ...tus, ...project.headers },
    }).catch(() => null);
    return response?.status === 200 ? { value: Number(response.headers.get("upload-offset")) } : null;
  }
}

function begin({ project, api, path }: UploadOptions, sizeBytes: number): Promise<string> {
  const metadata = Object.entries({ project_id: String(project.projectId), filename: basename(path) })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  return until(
    "an upload begins",
    async () => {
      const response = await fetch(`${api()}/uploads`, {
        method: "POST",
        headers: { ...tus, ...project.headers, "upload-length": String(sizeBytes), "upload-metadata": metadata },
      }).catch(() => null);
      if (response && response.status >= 400 && response.status < 500)
        throw new Error(`The upload was refused: ${response.status} ${await response.text()}`);
      return response?.status === 201 ? response.headers.get("location")?.split("/").at(-1) : null;
    },
    RESTART_PATIENCE_MS,
  );
}
