import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { startKinora, type Environment } from "../../../e2e/environment.ts";
import { until } from "../../../e2e/pipeline-project.ts";
import { repositoryRoot } from "../../../tools/checks/repository.ts";
import { signIn, type Visitor } from "../src/visitor.ts";

export interface SignIn {
  email: string;
  password: string;
}

interface Seeded {
  project: number;
  videos: { id: number; title: string; state: string }[];
  streams: { id: number; name: string }[];
  playlists: { id: number; name: string }[];
  sign_ins: { email: string; role: string; password: string }[];
}

/** The product on the demo project, and what the pictures need of it. */
export interface Stage {
  kinora: Environment;
  projectId: number;
  owner: Visitor & SignIn;
  superuser: SignIn;
  video(title: string): number;
  hash(title: string): Promise<string>;
  stream(name: string): number;
  playlist(name: string): number;
  /** Shows the test picture on the camera's stream; it lasts ten minutes. */
  goOnAir(): Promise<void>;
}

const RECORD = "demo.json";
const SUPERUSER = "operator@example.com";
const ON_AIR = "Harbor camera";
const RELAY = "Foyer relay";
const PATIENCE_MS = 120_000;

/** Starts the product; `dataDir` keeps the demo for the next run. */
export const openProduct = (dataDir: string | undefined): Promise<Environment> =>
  // The restream target is this installation's own live host.
  startKinora({ ...(dataDir ? { dataDir } : {}), env: { KINORA_ALLOW_PRIVATE_URLS: "true" } });

/** Whether a data folder holds the demo already. */
export const holdsDemo = (dataDir: string): boolean => existsSync(join(dataDir, RECORD));

/** Seeds the demo, unless the data folder has it, and opens it as its owner. */
export async function openStage(kinora: Environment): Promise<Stage> {
  const isNew = !holdsDemo(kinora.dataDir);
  if (isNew) await seed(kinora);
  const seeded = JSON.parse(readFileSync(join(kinora.dataDir, RECORD), "utf8")) as Seeded;
  const person = seeded.sign_ins.find(({ role }) => role === "Owner");
  if (!person) throw new Error("The demo has no owner.");
  if (isNew) await run(kinora, "user", "create", "--superuser", "--email", SUPERUSER, "--password", person.password);
  const visitor = await signIn({ urls: kinora.urls, internalUrls: kinora.urls }, person);
  const found = <Thing extends { id: number }>(thing: Thing | undefined, name: string): number => {
    if (!thing) throw new Error(`The demo has no "${name}".`);
    return thing.id;
  };
  const stage: Stage = {
    kinora,
    projectId: seeded.project,
    owner: { ...visitor, ...person },
    superuser: { email: SUPERUSER, password: person.password },
    video: (title) =>
      found(
        seeded.videos.find((video) => video.title === title),
        title,
      ),
    hash: async (title) => (await visitor.api.videos.getVideo({ id: stage.video(title) })).data.hash,
    stream: (name) =>
      found(
        seeded.streams.find((stream) => stream.name === name),
        name,
      ),
    playlist: (name) =>
      found(
        seeded.playlists.find((playlist) => playlist.name === name),
        name,
      ),
    goOnAir: () => goOnAir(stage),
  };
  if (isNew) await dress(stage);
  return stage;
}

async function seed(kinora: Environment): Promise<void> {
  const record = await run(kinora, "seed", "demo");
  await run(kinora, "seed", "analytics", "--replace");
  // Last: with it the demo counts as whole.
  writeFileSync(join(kinora.dataDir, RECORD), record);
}

/** Runs `npm run kinora -- …` on the product; answers what it printed. */
async function run(kinora: Environment, ...command: string[]): Promise<string> {
  const node = join(repositoryRoot, "node_modules/.bin/node");
  const running = promisify(execFile)(node, ["packages/demo/src/main.ts", ...command], {
    cwd: repositoryRoot,
    env: { ...process.env, ...kinora.env, DATABASE_URL: kinora.databaseUrl },
  });
  running.child.stderr?.pipe(process.stderr);
  return (await running).stdout;
}

/** What the demo leaves out because it needs an encoder or viewers: restream targets and denied requests. */
async function dress(stage: Stage): Promise<void> {
  const { api } = stage.owner;
  const id = stage.stream(ON_AIR);
  const url = `${stage.kinora.urls.rtmp}/live`;
  const { data: relay } = await api.streams.createStream({ project_id: stage.projectId, name: RELAY });
  const { key } = await api.streams.revealStreamKey({ id: relay.id });
  await api.restreams.createRestream({ stream_id: id, name: RELAY, url, key });
  await api.restreams.createRestream({ stream_id: id, name: "City channel", url, key: "off", enabled: false });
  await api.streams.setStreamLoop({ id, video_ids: ["Over the hills at dawn", "Colors of a season"].map(stage.video) });
  const hash = await stage.hash("Opening night, short report");
  for (const site of ["copycat.example", "mirror.example", "copycat.example"])
    await fetch(`${stage.kinora.urls.edge}/embed/${hash}`, { headers: { referer: `https://${site}/watch` } });
}

async function goOnAir(stage: Stage): Promise<void> {
  const { api } = stage.owner;
  const id = stage.stream(ON_AIR);
  const read = async () => (await api.streams.getStream({ id })).data;
  const before = await read();
  if (before.state === "live") return;
  // A session of an earlier run on the same demo, whose test picture has ended.
  if (hasSession(before.state)) {
    await api.streams.endStream({ id });
    await until("the session ends", async () => !hasSession((await read()).state) || null, PATIENCE_MS);
  }
  await api.streams.startTestStream({ id });
  await until("the stream is on air", async () => (await read()).state === "live" || null, PATIENCE_MS);
}
