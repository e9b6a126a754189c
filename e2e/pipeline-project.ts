import { createHash, randomBytes } from "node:crypto";
import { connect, type Database } from "@kinora/db/connect.ts";
import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import type { Environment } from "./environment.ts";
import { PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";

/** A project of an account of its own in a running product, and the key programs use it with. */
export interface PipelineProject {
  db: Database;
  accountId: number;
  projectId: number;
  key: string;
  headers: { authorization: string };
  /** Calls an operation of the API; answers its status and body. */
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Makes an account with a project and a key that may do everything in it. */
export async function makeProject(
  kinora: Pick<Environment, "databaseUrl" | "urls">,
  options: { cell?: string } = {},
): Promise<PipelineProject> {
  const db = connect(kinora.databaseUrl, { applicationName: "kinora-test", maximumConnections: 2 });
  const key = `vk_live_${randomBytes(32).toString("base64url")}`;
  const account = await insertRow(db, "accounts", { name: "Resilient", cell: options.cell ?? "local" });
  const project = await insertRow(db, "projects", {
    account_id: account.id,
    hash: randomBytes(8).toString("hex"),
    name: "Clips",
    domain: "example.com",
  });
  await insertRow(db, "api_keys", {
    project_id: project.id,
    account_id: account.id,
    name: "Test",
    prefix: key.slice(0, 12),
    key_hash: createHash("sha256").update(key).digest(),
    scopes: ["full"],
  });
  const headers = { authorization: `Bearer ${key}` };
  return {
    db,
    accountId: account.id,
    projectId: project.id,
    key,
    headers,
    async call(method, path, body) {
      const response = await fetch(`${kinora.urls.api}${path}`, {
        method,
        headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
    },
  };
}

/** Waits until `look` answers something. @throws Error with the words of `what` after `patienceMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${patienceMs / 1000} s: ${what}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** A video's row. */
export function readVideo({ db }: Pick<PipelineProject, "db">, videoId: number) {
  return selectRow(db, "videos", { id: videoId });
}

/** Waits until a video's way has ended, well or not; the database may go and come back meanwhile. */
export function untilEnded(
  project: Pick<PipelineProject, "db">,
  videoId: number,
  patienceMs = TRANSCODING_PATIENCE_MS,
) {
  return until(
    `video ${videoId} ends`,
    async () => {
      const video = await readVideo(project, videoId).catch(() => null);
      return video && ["complete", "failed", "cancelled"].includes(video.status) ? video : null;
    },
    patienceMs,
  );
}
