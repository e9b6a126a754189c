import { expect } from "@playwright/test";
import type { Environment } from "./environment.ts";
import type { PipelineProject } from "./pipeline-project.ts";

/** A livestream of a test, and where encoders publish to it. */
export interface LiveStream {
  id: number;
  hash: string;
  key: string;
  /** RTMP. */
  address: string;
  /** Encrypted: the key is the passphrase. */
  srtAddress: string;
}

/** Makes a livestream of low latency. */
export async function makeStream(
  project: Pick<PipelineProject, "projectId" | "call">,
  settings: Record<string, unknown> = {},
): Promise<LiveStream> {
  const path = `/projects/${project.projectId}/streams`;
  const made = await project.call("POST", path, { name: "From the harbour", latency: "low", ...settings });
  expect(made.status).toBe(201);
  const { id, hash, ...urls } = made.body["data"] as { id: number; hash: string; rtmp_url: string; srt_url: string };
  const key = await revealKey(project, id);
  const srt = urls.srt_url.replace("localhost", "127.0.0.1");
  return { id, hash, key, address: `${urls.rtmp_url}/${key}`, srtAddress: `${srt}?streamid=${hash}&passphrase=${key}` };
}

/** The key a stream has at this moment. */
export async function revealKey(project: Pick<PipelineProject, "call">, id: number): Promise<string> {
  const { body } = await project.call("POST", `/streams/${id}/key/reveal`, {});
  return body["key"] as string;
}

/** Everything that is written down for others to read: the logs of all roles, events (which become webhooks), stream and audit log. */
export async function whatIsTold({ db }: PipelineProject, kinora: Environment): Promise<string> {
  const tables = ["events", "stream_log", "audit_log"] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  expect(rows.map(({ length }) => length > 0)).toEqual([true, true, true]);
  return `${JSON.stringify(rows)} ${kinora.output()}`;
}
