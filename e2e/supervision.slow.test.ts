import { identify, isAlive, type ProcessIdentity } from "@kinora/db/embedded/process-identity.ts";
import { startKinora, type Environment } from "./environment.ts";
import { makeProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

const roles = ["api", "console", "edge", "login", "worker"];

function named(pid: number): ProcessIdentity {
  const identity = identify(pid);
  if (!identity) throw new Error(`Process ${pid} does not live.`);
  return identity;
}

async function readiness(kinora: Environment): Promise<Record<string, number>> {
  const { console, login, api, edge } = kinora.urls;
  const entries = await Promise.all(
    Object.entries({ console, login, api, edge }).map(
      async ([role, url]) => [role, (await fetch(`${url}/readyz`)).status] as const,
    ),
  );
  return Object.fromEntries(entries);
}

const allReady = { console: 200, login: 200, api: 200, edge: 200 };

// One after the other: each continues with what the one before it left.
test.describe.configure({ mode: "serial" });

let kinora: Environment;
let first: Environment;
test.beforeAll(async () => {
  first = kinora = await startKinora();
});
test.afterAll(async () => {
  await kinora?.stop();
  await first?.stop();
});

test("every role that is killed comes back, and the others stay the same process", async () => {
  expect(Object.keys(kinora.pids).sort()).toEqual(expect.arrayContaining(roles));
  expect(await readiness(kinora)).toEqual(allReady);
  for (const role of roles) {
    const others = Object.fromEntries(Object.entries(kinora.pids).filter(([name]) => name !== role));
    const killed = kinora.kill(role, "SIGKILL");
    await kinora.untilReady(role, killed);
    expect(kinora.pids).toMatchObject(others);
  }
  expect(await readiness(kinora)).toEqual(allReady);
});

test("after kill -9 of the supervisor the roles end, and the next start finds everything as it was", async () => {
  const processes = Object.entries(first.pids).map(([role, pid]) => ({ role, process: named(pid) }));
  const alive = () => processes.filter(({ process }) => isAlive(process)).map(({ role }) => role);
  expect(first.firstRunLink).toMatch(/^http:\/\/localhost:\d+\//);
  process.kill(first.supervisorPid, "SIGKILL");
  await expect.poll(alive).toEqual([]);
  kinora = await startKinora({ dataDir: first.dataDir, portBase: Number(first.env["KINORA_PORT"]) });
  expect(await readiness(kinora)).toEqual(allReady);
  expect(kinora.databaseUrl).toBe(first.databaseUrl);
});

test("stopping leaves nothing running", async () => {
  const processes = [kinora.supervisorPid, ...Object.values(kinora.pids)].map(named);
  await kinora.stop();
  expect(processes.filter(isAlive)).toEqual([]);
});

test("roles that share a process come back together, and neither uploads nor livestreams nor encoding end", async () => {
  const small = await startKinora({ env: { KINORA_PROCESSES: "shared" } });
  try {
    expect(Object.keys(small.pids).sort()).toEqual(["live", "shared", "worker"]);
    expect(await readiness(small)).toEqual(allReady);
    expect(small.output()).toContain("One process runs console, login, api, and edge");
    const { live, worker } = small.pids;
    // The upload that runs when the process dies goes on where it was.
    const project = await makeProject(small);
    const killed: number[] = [];
    const story = await upload({
      project,
      api: () => small.urls.api,
      path: import.meta.filename,
      stepBytes: 512,
      onAcknowledged: () => void (killed.length === 0 && killed.push(small.kill("shared", "SIGKILL"))),
    });
    await project.db.destroy();
    await small.untilReady("shared", killed[0] ?? 0);
    expect(story.resumes).toHaveLength(1);
    expect(await readiness(small)).toEqual(allReady);
    expect(small.pids).toMatchObject({ live, worker });
    const metrics = await (await fetch(`http://127.0.0.1:${Number(small.env["KINORA_PORT"]) + 5}/metrics`)).text();
    expect(metrics).toMatch(/kinora_http_request_seconds_count\{[^}]*role="api"/);
    expect(metrics).toMatch(/process_resident_memory_bytes\{[^}]*role="console\+login\+api\+edge"/);
  } finally {
    await small.stop();
  }
});
