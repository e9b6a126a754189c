import { join } from "node:path";
import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { findPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { isAlive } from "@kinora/db/embedded/process-identity.ts";
import { selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { request as requests, type APIRequestContext } from "@playwright/test";
import { claimedJob, takenUp } from "./claimed-job.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectWholeVideo } from "./finished-video.ts";
import { startFurther, type FurtherProcess } from "./further-process.ts";
import { keepPublishing, publishTo } from "./live-publisher.ts";
import { makeStream, revealKey } from "./live-stream.ts";
import { LiveWatch, wholeSegments } from "./live-watch.ts";
import { mediaProcesses } from "./media-processes.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { claimPorts, type PortClaim } from "./port-base.ts";
import { expect, test } from "./product.ts";
import { makePeopleProject, type PeopleProject, type Person } from "./project-people.ts";
import { expectWithin, MEASURED_PATIENCE_MS } from "./promised-times.ts";
import { listen } from "./realtime-listener.ts";
import { upload } from "./resumable-upload.ts";

// Times are measured while nothing else runs: these tests are a project of their own, which is run last and in one process.
// What happens besides, and not how fast, is the business of the tests beside.

let kinora: Environment;
let ports: PortClaim;
let secondApi: FurtherProcess;
let project: PipelineProject;
let people: PeopleProject;
const apis = () => [kinora.urls.api, secondApi.url];

test.beforeAll(async () => {
  // Publishers start at once when their tools are known.
  await mediaCapabilities();
  kinora = await startKinora();
  ports = await claimPorts();
  secondApi = await startFurther(kinora, "api", ports.base);
  project = await makeProject(kinora);
  people = await makePeopleProject(kinora, "Promised Films");
});
test.afterAll(async () => {
  await project?.db.destroy();
  await people?.db.destroy();
  await secondApi?.kill("SIGKILL");
  ports?.release();
  await kinora?.stop();
});

test("a publisher with a wrong, foreign, old or disabled key is disconnected at once, over RTMP and SRT", async () => {
  const [stream, foreign] = [await makeStream(project), await makeStream(project)];
  const rtmp = (key: string) => `${stream.address.slice(0, stream.address.lastIndexOf("/"))}/${key}`;
  const srt = (key: string) => `${stream.srtAddress.slice(0, stream.srtAddress.lastIndexOf("=") + 1)}${key}`;
  const expectRefused = async (address: string) => {
    const { code } = await expectWithin(
      "a publisher with a key that is not valid is disconnected",
      async () => (await publishTo(address)).ended,
    );
    expect(code).not.toBe(0);
  };
  const secretOf = ({ key }: { key: string }) => key.slice(key.indexOf("-"));
  for (const key of [`${stream.hash}-0123456789abcdefghijklmn`, `${stream.hash}${secretOf(foreign)}`, "unknown"]) {
    await expectRefused(rtmp(key));
    await expectRefused(srt(key));
  }
  await project.call("POST", `/streams/${stream.id}/key/rotate`, {});
  await expectRefused(stream.address);
  await expectRefused(stream.srtAddress);
  const key = await revealKey(project, stream.id);
  await project.call("PATCH", `/streams/${stream.id}/enabled`, { enabled: false });
  await expectRefused(rtmp(key));
  await expectRefused(srt(key));
});

test("a livestream is back soon after its role was killed", async () => {
  const stream = await makeStream(project);
  const publisher = await keepPublishing(stream.address);
  try {
    const viewer = new LiveWatch(`${kinora.urls.edge}/hls/${stream.hash}/source/index.m3u8`);
    await viewer.until("two segments", wholeSegments(2));
    const before = viewer.lastSequence;
    await expectWithin("a livestream is back after its role was killed", async () => {
      kinora.kill("live", "SIGKILL");
      await viewer.until(
        "a segment of the picture after the break",
        ({ text }) => viewer.lastSequence > before + 1 && !/slate-\S+\n.*$/.test(text),
      );
    });
    expect(viewer.violations).toEqual([]);
  } finally {
    await publisher.stop();
  }
});

test("a killed worker's job is taken up by the next one, not after a heartbeat, and its media tools end", async () => {
  const path = await clip("longGop", { width: 320, height: 180, durationSeconds: 60 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  const before = await claimedJob(kinora, project, videoId);
  // The tool of one chunk may end before the next one's starts.
  const tools = await until("a media tool runs", async () => {
    const running = mediaProcesses(kinora.dataDir);
    return running.length > 0 && running;
  });
  const [after] = await Promise.all([
    expectWithin("a job is taken up again after its worker was killed", () => {
      kinora.kill("worker", "SIGKILL");
      return until("another worker has the job", () => takenUp(project, before), MEASURED_PATIENCE_MS);
    }),
    expectWithin("no media tool of a killed worker is left", () =>
      until("its media tools ended", async () => !tools.some(isAlive), MEASURED_PATIENCE_MS),
    ),
  ]);
  expect(after.handBacks).toBe(before.handBacks + 1);
  expect(await selectRows(project, "workers", { id: before.worker }, "id")).toEqual([]);
  await untilEnded(project, videoId);
  await expectWholeVideo(project, { videoId, dataDir: kinora.dataDir });
});

test("a change made at one API is pushed by every API", async () => {
  const videoId = await makeVideo();
  const channel = `project_channel_${project.projectId}`;
  const listeners = await Promise.all(apis().map((api) => listen(api, project.headers, channel)));
  for (const [index, api] of apis().entries()) {
    await expectWithin("a change is pushed by every API", async () => {
      expect(await setPublished(api, videoId, index === 0)).toBe(200);
      for (const listener of listeners) await listener.received("VideoChanged", { id: videoId });
    });
  }
  for (const listener of listeners) listener.close();
  await expect(listen(secondApi.url, {}, channel)).rejects.toThrow("refuses");
});

test("a video that is unpublished can soon be read at none of its addresses", async () => {
  const videoId = await makeVideo();
  expect(await setPublished(kinora.urls.api, videoId, true)).toBe(200);
  const { hash } = await untilEnded(project, videoId);
  const media = [
    "master.m3u8",
    "v1/180p/index.m3u8",
    "v1/180p/init.mp4",
    "v1/180p/00000.m4s",
    "v1/audio/00000.m4s",
    "v1/posters/180p.jpg",
    "v1/storyboard/storyboard.vtt",
  ].map((name) => `${kinora.urls.edge}/hls/${hash}/${name}`);
  const addresses = [...media, `${kinora.urls.edge}/embed/${hash}`, `${kinora.urls.edge}/v/${hash}`];
  const answers = () => Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  await until("every address answers", async () => (await answers()).every((status) => status === 200));
  await expectWithin("unpublishing holds for every address of a video", async () => {
    expect(await setPublished(secondApi.url, videoId, false)).toBe(200);
    await until(
      "no address answers",
      async () => (await answers()).every((status) => status === 404),
      MEASURED_PATIENCE_MS,
    );
  });
});

test("a session that was ended is refused everywhere: signed out, another password, a person who is blocked", async () => {
  const ask = (browser: APIRequestContext, operation: string, data: object) =>
    browser.post(`${kinora.urls.login}/api${operation}`, { headers: ownHeaders(), data });
  const expectEnded = (browser: APIRequestContext) =>
    expectWithin("a session that was ended is refused by every API and the login application", () =>
      expect.poll(() => answersTo(browser), { timeout: MEASURED_PATIENCE_MS }).toEqual([401, 401, 401]),
    );

  const leaving = await signedIn(people.owner);
  await expect(await ask(leaving, "/sign-out", {})).toBeOK();
  await expectEnded(leaving);
  const [here, elsewhere] = [await signedIn(people.owner), await signedIn(people.owner)];
  const change = { current_password: people.owner.password, password: "amber bridge sleeps" };
  await expect(await ask(here, "/profile/password", change)).toBeOK();
  await expectEnded(elsewhere);
  expect(await answersTo(here)).toEqual([200, 200, 200]);
  await updateRows(people, "users", { id: people.owner.id }, { status: "blocked" });
  await expectEnded(here);
  for (const browser of [leaving, here, elsewhere]) await browser.dispose();
});

test("a permission that was taken away is refused by every API", async () => {
  const member = await people.member(["video_view"]);
  const browser = await signedIn(member);
  const list = () =>
    Promise.all(apis().map(async (api) => (await browser.get(`${api}/projects/${people.projectId}/videos`)).status()));
  expect(await list()).toEqual([200, 200]);
  await expectWithin("a permission that was taken away is refused by every API", async () => {
    await updateRows(people, "roles", { title: `Role ${member.email}` }, { permissions: [] });
    await until(
      "the list is refused",
      async () => (await list()).every((status) => status === 403),
      MEASURED_PATIENCE_MS,
    );
  });
  await browser.dispose();
});

test("the API answers again soon after PostgreSQL was killed", async () => {
  const before = findPostmaster(join(kinora.dataDir, "postgres"))?.identity;
  if (!before) throw new Error("PostgreSQL does not run.");
  const list = () =>
    Promise.all(
      apis().map((api) =>
        fetch(`${api}/projects/${project.projectId}/videos`, { headers: project.headers }).catch(() => null),
      ),
    );
  await expectWithin("the API answers after PostgreSQL was killed", async () => {
    process.kill(before.pid, "SIGKILL");
    await until("PostgreSQL ended", async () => !isAlive(before), MEASURED_PATIENCE_MS);
    await until("both APIs answer", async () => (await list()).every((answer) => answer?.ok), MEASURED_PATIENCE_MS);
  });
});

/** Uploads a short film of one rung, and answers when it is complete. */
async function makeVideo(): Promise<number> {
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  expect((await untilEnded(project, videoId)).failure).toBeNull();
  return videoId;
}

async function setPublished(api: string, videoId: number, published: boolean): Promise<number> {
  const response = await fetch(`${api}/videos/${videoId}/publish`, {
    method: "PATCH",
    headers: { ...project.headers, "content-type": "application/json" },
    body: JSON.stringify({ published }),
  });
  return response.status;
}

/** What the login application's own pages send. */
const ownHeaders = () => ({ origin: kinora.urls.login, [LOGIN_HEADER]: "1" });

/** What the login application and both APIs answer to a browser. */
async function answersTo(browser: APIRequestContext): Promise<number[]> {
  const profile = browser.get(`${kinora.urls.login}/api/profile`, { headers: ownHeaders() });
  const configs = apis().map((api) => browser.get(`${api}/config`));
  return (await Promise.all([profile, ...configs])).map((answer) => answer.status());
}

/** A browser without pages that has sessions at the login application and at both APIs. */
async function signedIn(person: Person): Promise<APIRequestContext> {
  const browser = await requests.newContext();
  const { login, console } = kinora.urls;
  const words = { email: person.email, password: person.password, redirect: `${console}/dashboard` };
  await expect(await browser.post(`${login}/api/sign-in`, { headers: ownHeaders(), data: words })).toBeOK();
  await browser.get(`${kinora.urls.api}/session/start?redirect=${encodeURIComponent(words.redirect)}`);
  expect(await answersTo(browser)).toEqual([200, 200, 200]);
  return browser;
}
