import { freePort } from "@kinora/db/free-port.ts";
import { selectRows } from "@kinora/db/testing-rows.ts";
import { runCommand } from "@kinora/server/cli/testing.ts";
import { runTasks } from "@kinora/server/platform/jobs/worker.ts";
import { testServices, type TestServices } from "@kinora/server/platform/testing.ts";
import { start as startApi } from "@kinora/server/processes/api.ts";
import { start as startLogin } from "@kinora/server/processes/login.ts";
import { tasks } from "@kinora/server/rooms.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../../../tools/setup/patience.mjs";
import { seedDemo } from "./seed-demo.ts";
import { deleteUnfinishedUploads } from "./upload.ts";
import { signIn } from "./visitor.ts";

/** The first videos are small, and one of every state. */
const VIDEOS = 5;
const PATIENCE_MS = patient(400_000);

interface Seeded {
  project: number;
  videos: { id: number; title: string; state: string }[];
  streams: { id: number; name: string; state: string }[];
  playlists: { id: number; name: string }[];
  sign_ins: { email: string; role: string; password: string }[];
}

let services: TestServices;
/** What the first run made; filming and encoding it takes a while. */
let demo: Seeded;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [api, login, mailInbox] = [await freePort(), await freePort(), await freePort()];
  services = await testServices({
    // As behind a router: no name of these is reached from here.
    KINORA_API_URL: "http://api.kinora.invalid",
    KINORA_LOGIN_URL: "http://login.kinora.invalid",
    KINORA_API_INTERNAL_URL: `http://127.0.0.1:${api}`,
    KINORA_LOGIN_INTERNAL_URL: `http://127.0.0.1:${login}`,
  });
  closers.push(() => services.stop());
  const { config } = services;
  const onPorts = { ...services, config: { ...config, ports: { ...config.ports, api, login, mailInbox } } };
  for (const start of [startApi, startLogin]) {
    const role = await start(onPorts);
    closers.push(() => role.close());
  }
  const worker = await runTasks(services, tasks, []);
  closers.push(() => worker.close());
  demo = await seed("--videos", String(VIDEOS));
}, PATIENCE_MS);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function seed(...args: string[]): Promise<Seeded> {
  const { lines } = await runCommand(seedDemo, services, ...args);
  return JSON.parse(lines.join("\n")) as Seeded;
}

const videosOf = (projectId: number) =>
  services.db
    .selectFrom("videos")
    .innerJoin("users", "users.id", "videos.user_id")
    .leftJoin("categories", "categories.id", "videos.category_id")
    .select(["title", "videos.status", "published", "publish_at", "deleted_at", "first_name", "categories.name"])
    .where("videos.project_id", "=", projectId)
    .orderBy("videos.id")
    .execute();

test("a demo has videos of every state, people who joined, an open invitation and livestreams", async () => {
  expect(await videosOf(demo.project)).toMatchObject([
    { status: "complete", published: true, first_name: "Nora", name: "Films" },
    { status: "complete", published: false, first_name: "Mara", publish_at: expect.any(Date) },
    { status: "failed", first_name: "Tom", name: "Interviews" },
    { status: "complete", deleted_at: expect.any(Date) },
    { status: "complete", published: false, publish_at: null, first_name: "Tom" },
  ]);
  expect(demo.videos.map(({ state }) => state)).toEqual(["published", "scheduled", "damaged", "trash", "draft"]);
  // The live role, which puts the loop on air, does not run here.
  expect(demo.streams.map(({ state }) => state)).toEqual(["not_active", "not_active", "disabled", "not_active"]);
  expect(demo.sign_ins.map(({ role }) => role)).toEqual(["Owner", "Editor", "Uploader", "Live operator"]);

  expect(demo.playlists.map(({ name }) => name)).toEqual(["Seen from the harbor", "Latest talks"]);
  const { db } = services;
  const invited = await selectRows(db, "project_invitations", { project_id: demo.project, accepted_at: null }, "email");
  expect(invited.map(({ email }) => email.split("@")[0])).toEqual(["pia.santos"]);
  const looped = await selectRows(db, "stream_loop_items", { project_id: demo.project }, "video_id");
  expect(looped).toEqual([{ video_id: demo.videos[0]?.id }]);
  const captions = await selectRows(db, "captions", { project_id: demo.project }, "language");
  expect(captions).toEqual([{ language: "en" }]);
  const targets = await db
    .selectFrom("stream_restreams")
    .innerJoin("streams", "streams.id", "stream_restreams.stream_id")
    .select("stream_restreams.enabled")
    .where("streams.project_id", "=", demo.project)
    .execute();
  // Offline, the name of the target's host does not resolve and there is none.
  expect(targets.filter(({ enabled }) => enabled)).toEqual([]);
});

test("a second run makes a project of its own", { timeout: PATIENCE_MS }, async () => {
  const again = await seed("--videos", "1", "--project", String(demo.project));
  expect(again.project).toBe(demo.project);
  const other = await seed("--videos", "1");
  expect(other.project).not.toBe(demo.project);
  expect(await videosOf(other.project)).toHaveLength(1);
  const categories = await selectRows(services, "categories", { project_id: demo.project }, "name");
  expect(new Set(categories.map(({ name }) => name)).size).toBe(categories.length);
});

test("an upload that was begun and left is deleted", async () => {
  const [owner] = demo.sign_ins;
  if (!owner) throw new Error("The demo has no owner.");
  const visitor = await signIn(services.config, owner);
  const begun = await fetch(`${services.config.internalUrls.api}/uploads`, {
    method: "POST",
    headers: {
      ...visitor.headers(),
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": `project_id ${btoa(String(demo.project))},filename ${btoa("harbor.mp4")}`,
    },
  });
  expect(begun.status).toBe(201);
  const unfinished = async () => (await visitor.api.uploads.listUnfinishedUploads({ project_id: demo.project })).data;
  expect(await unfinished()).toMatchObject([{ file_name: "harbor.mp4" }]);
  await deleteUnfinishedUploads(services.config, visitor, demo.project);
  expect(await unfinished()).toEqual([]);
});

test("a number of videos that there isn't is refused", async () => {
  await expect(seed("--videos", "0")).rejects.toThrow("--videos takes a number from 1 to 24.");
});
