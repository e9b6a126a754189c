import { setTimeout as delay } from "node:timers/promises";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { startKinora, type Environment } from "./environment.ts";
import { openMovingAddress, type MovingAddress } from "./moving-address.ts";
import { patient } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "./replicated-database.ts";
import { upload } from "./resumable-upload.ts";

/** From the moment at which the address leads to the new primary to the first change that is acknowledged. */
const HEALED_MS = patient(10_000);
const WRITERS = 4;

const cleanUp = new AsyncDisposableStack();
let database: ReplicatedDatabase;
let address: MovingAddress;
let kinora: Environment;
let project: PipelineProject;
test.beforeAll(async () => {
  database = await startReplicatedDatabase(cleanUp);
  address = await openMovingAddress(cleanUp, database.primary.port);
  const url = new URL(database.primary.url);
  url.port = String(address.port);
  kinora = await startKinora({ env: { DATABASE_URL: url.href } });
  cleanUp.defer(() => kinora.stop());
  project = await makeProject(kinora);
  cleanUp.defer(() => project.db.destroy());
});
test.afterAll(() => cleanUp.disposeAsync());

/** What clients that create tags without a pause were answered. */
class Writers {
  /** Names whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Statuses of all other answers, each with whether it had `Retry-After`. */
  readonly refused: string[] = [];
  readonly #stopped = new AbortController();
  readonly #done = Array.from({ length: WRITERS }, (_, writer) => this.#write(writer));

  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#done);
  }

  async #write(writer: number): Promise<void> {
    for (let turn = 0; !this.#stopped.signal.aborted; turn += 1) {
      const name = `writer ${writer} turn ${turn}`;
      const answer = await fetch(`${kinora.urls.api}/projects/${project.projectId}/tags`, {
        method: "POST",
        headers: { ...project.headers, "content-type": "application/json" },
        body: JSON.stringify({ names: [name] }),
      });
      if (answer.status === 201) this.acknowledged.push(name);
      else this.refused.push(`${answer.status} ${answer.headers.get("retry-after") === null ? "for good" : "later"}`);
      await answer.arrayBuffer();
      // Below the requests that a key may make in a minute.
      await delay(100);
    }
  }
}

test("a replica that is promoted after its primary was killed has every change that was acknowledged, and all roles continue", async () => {
  const pids = { ...kinora.pids };
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 6 });
  const uploading = upload({ project, api: () => kinora.urls.api, path, stepBytes: 16 << 10, pauseMs: 400 });
  const writers = new Writers();
  await until("changes are acknowledged", async () => writers.acknowledged.length >= 40);

  await database.primary.kill();
  await until("changes are refused", async () => writers.refused.length >= 10);
  // A failover that moves the address first: a replica reads, and refuses changes.
  address.leadTo(database.replica.port);
  const unpromoted = writers.refused.length;
  await until("the replica refuses changes", async () => writers.refused.length >= unpromoted + 10);
  const before = writers.acknowledged.length;
  await database.promote();
  const promoted = performance.now();
  await until("a change is acknowledged", async () => writers.acknowledged.length > before, HEALED_MS);
  const seconds = (performance.now() - promoted) / 1_000;
  test.info().annotations.push({ type: "acknowledged again after", description: `${seconds.toFixed(1)} s` });
  for (const url of [kinora.urls.console, kinora.urls.login, kinora.urls.api, kinora.urls.edge])
    await until("every role is ready", async () => (await fetch(`${url}/readyz`)).ok, HEALED_MS);
  await until("many are acknowledged", async () => writers.acknowledged.length >= before + 40);
  await writers.stop();
  const counts = `${writers.acknowledged.length} acknowledged, ${writers.refused.length} refused`;
  test.info().annotations.push({ type: "changes", description: counts });

  expect([...new Set(writers.refused)]).toEqual(["503 later"]);
  const rows = await project.db.selectFrom("tags").select("name").where("project_id", "=", project.projectId).execute();
  const stored = new Set(rows.map(({ name }) => name));
  expect(writers.acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  const { videoId } = await uploading;
  expect(await untilEnded(project, videoId)).toMatchObject({ status: "complete" });
  expect(kinora.pids).toEqual(pids);
});
