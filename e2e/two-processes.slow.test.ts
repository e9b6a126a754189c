import { randomBytes } from "node:crypto";
import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { selectOrdered, selectRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectOneStory, expectWholeVideo } from "./finished-video.ts";
import { startFurther, type FurtherProcess } from "./further-process.ts";
import { kinoraCommand } from "./kinora-command.ts";
import { mediaProcesses, untilGone } from "./media-processes.ts";
import { LONG_TRANSCODING_PATIENCE_MS, RESTART_PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { claimPorts, type PortClaim } from "./port-base.ts";
import { expect, test } from "./product.ts";
import { doubledJobs, unfinishedJobs } from "./queue-state.ts";
import { listen } from "./realtime-listener.ts";
import { upload } from "./resumable-upload.ts";

let ports: PortClaim;
let kinora: Environment;
let project: PipelineProject;
let secondCell: string;
const further: FurtherProcess[] = [];

test.beforeAll(async () => {
  ports = await claimPorts();
  secondCell = `http://localhost:${ports.base + 2}`;
  kinora = await startKinora({ env: { KINORA_CELLS: `second=${secondCell}` } });
  project = await makeProject(kinora);
});
test.afterAll(async () => {
  await Promise.all(further.map((process) => process.kill("SIGKILL")));
  await project?.db.destroy();
  await kinora?.stop();
  ports?.release();
});

async function more(role: "api" | "worker", offset: number, env: Record<string, string> = {}): Promise<FurtherProcess> {
  const process = await startFurther(kinora, role, ports.base + offset, env);
  further.push(process);
  return process;
}

test("two workers share the work, and no job is done twice; when one dies the other takes up its jobs", async () => {
  const second = await more("worker", 0);
  const [first, other] = await selectOrdered(project, "workers", "id", {}, "id", "pid");
  if (!first || !other) throw new Error("There are not two workers on the list.");
  const path = await clip("longGop", { width: 320, height: 180, durationSeconds: 60 });
  const stories = await Promise.all(
    [1, 2].map(() => upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 })),
  );
  const seen = new Set<number>();
  await until(
    "both workers have work",
    async () => {
      for (const row of await selectRows(project, "job_claims", {}, "worker_id")) seen.add(row.worker_id);
      return seen.has(first.id) && seen.has(other.id);
    },
    TRANSCODING_PATIENCE_MS,
  );
  expect(await doubledJobs(project)).toEqual([]);

  const tools = mediaProcesses(kinora.dataDir);
  const held = await until(
    "the second worker works",
    async () => {
      const rows = await selectRows(project, "job_claims", { worker_id: other.id }, "job_id");
      return rows.length > 0 ? rows : null;
    },
    TRANSCODING_PATIENCE_MS,
  );
  await second.kill("SIGKILL");
  await until(
    "the first worker took everything up",
    async () => {
      const left = await selectRows(project, "workers", { id: other.id }, "id");
      return left.length === 0;
    },
    RESTART_PATIENCE_MS,
  );
  expect(held.length).toBeGreaterThan(0);
  for (const { videoId, sha256 } of stories) {
    await untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS);
    await expectWholeVideo(project, { videoId, sha256, dataDir: kinora.dataDir });
    await expectOneStory(project, videoId);
  }
  expect(await doubledJobs(project)).toEqual([]);
  await until("every job is done", async () => (await unfinishedJobs(project)).length === 0, TRANSCODING_PATIENCE_MS);
  await untilGone("after the work", tools);
});

test("what is committed at one API is pushed by both, and an upload continues at the other when its API dies", async () => {
  const second = await more("api", 1);
  const channel = `project_channel_${project.projectId}`;
  const listeners = await Promise.all(
    [kinora.urls.api, second.url].map((api) => listen(api, project.headers, channel)),
  );
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });

  let api = second.url;
  const killAt = 200_000;
  const story = await upload({
    project,
    api: () => api,
    path,
    stepBytes: 64 * 1024,
    async onAcknowledged(offset) {
      if (offset < killAt || api !== second.url) return;
      await second.kill("SIGKILL");
      api = kinora.urls.api;
    },
  });
  expect(api, "the first API was killed on the way").toBe(kinora.urls.api);
  expect(story.resumes.filter(({ offset }) => offset < killAt)).toEqual([]);
  await untilEnded(project, story.videoId);
  await expectWholeVideo(project, { videoId: story.videoId, sha256: story.sha256, dataDir: kinora.dataDir });
  await listeners[0]?.received("VideoChanged", { id: story.videoId });
  await listeners[1]?.received("VideoChanged", { id: story.videoId });
  for (const listener of listeners) listener.close();
});

test("an account of a second cell gets that cell's API host, which serves it over the same installation", async () => {
  await more("api", 2, { KINORA_CELL: "second", KINORA_API_URL: secondCell, KINORA_CELLS: `local=${kinora.urls.api}` });
  const person = { email: `${randomBytes(6).toString("hex")}@example.com`, password: "violet ladder hums" };
  const words = ["user", "create", "--email", person.email, "--password", person.password, "--owner-of", "Second cell"];
  const stdout = await kinoraCommand(kinora, ...words);
  const { account } = JSON.parse(stdout) as { account: { id: number } };
  const cookies = await signIn(person);
  const host = async () => {
    const response = await fetch(`${kinora.urls.login}/host?account_id=${account.id}`, {
      headers: { cookie: cookies, origin: kinora.urls.console },
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  expect(await host()).toEqual({ status: 200, body: { host: kinora.urls.api, account_id: account.id } });
  await kinoraCommand(kinora, "cell", "move", "--account", String(account.id), "--to", "second");
  expect(await host()).toEqual({ status: 200, body: { host: secondCell, account_id: account.id } });
  expect((await fetch(`${secondCell}/readyz`)).status).toBe(200);
  const start = await fetch(`${secondCell}/session/start`, { redirect: "manual" });
  expect(start.headers.get("location")).toContain(encodeURIComponent(`${secondCell}/session/callback`));
});

async function signIn(person: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${kinora.urls.login}/api/sign-in`, {
    method: "POST",
    headers: { origin: kinora.urls.login, [LOGIN_HEADER]: "1", "content-type": "application/json" },
    body: JSON.stringify({ ...person, redirect: `${kinora.urls.console}/dashboard` }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
