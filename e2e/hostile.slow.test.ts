import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { clip, hostileFile, type ClipName } from "@kinora/media/fixtures/clips.ts";
import { canary, hostileFixtures, type HostileFixture } from "@kinora/media/fixtures/hostile-files.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectWholeVideo, strayFiles } from "./finished-video.ts";
import { layTrap, manifestsNaming, type Trap } from "./hostile-sources.ts";
import { mediaProcesses } from "./media-processes.ts";
import { colourAt } from "./media-reading.ts";
import { RESTART_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

const patienceMs = patient(120_000);
const sideBySide = 3;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-e2e-hostile-"));
});
test.afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

interface Ended {
  path: string;
  videoId: number;
  status: string;
  sentence: string | null;
}

/** Uploads files, a few at a time, and waits for the end of each. */
async function sendThrough(kinora: Environment, project: PipelineProject, paths: readonly string[]): Promise<Ended[]> {
  const waiting = [...paths];
  const all: Ended[] = [];
  const lines = Array.from({ length: sideBySide }, async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
      const video = await untilEnded(project, videoId, patienceMs);
      all.push({ path, videoId, status: video.status, sentence: video.failure?.message ?? null });
    }
  });
  await Promise.all(lines);
  return all;
}

/** Every file made from what people uploaded. */
async function outputs(dataDir: string): Promise<string[]> {
  const assets = join(dataDir, "media/assets");
  const entries = await readdir(assets, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("/source"))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function expectNothingSecret(dataDir: string, secrets: readonly string[]): Promise<void> {
  for (const path of await outputs(dataDir)) {
    const bytes = await readFile(path);
    for (const secret of secrets) expect(bytes.includes(secret), `${secret} in ${path}`).toBe(false);
  }
}

function expectSentence({ path, status, sentence }: Ended): void {
  expect(status, path).toBe("failed");
  expect(sentence, path).toMatch(/^[A-Z][^\n]{10,200}[.]$/);
}

test("files that mean harm or are broken end with a sentence, odd ones complete, and no process is restarted", async () => {
  test.setTimeout(patient(600_000));
  const kinora = await startKinora();
  try {
    const project = await makeProject(kinora);
    const pids = { ...kinora.pids };
    const names = (Object.keys(hostileFixtures) as HostileFixture[]).filter((name) => name !== "empty");
    const hostile = await Promise.all(names.map(async (name) => ({ name, path: await hostileFile(name) })));
    const oddNames: ClipName[] = [
      "variableRate",
      "rotated",
      "oddSize",
      "tenBit",
      "silent",
      "lateAudio",
      "portrait",
      "oneFrame",
      "webm",
    ];
    const odd = [];
    for (const name of oddNames) odd.push({ name, path: await clip(name) });
    await expect(
      upload({ project, api: () => kinora.urls.api, path: await hostileFile("empty") }),
      "a file without a byte is refused before it is sent",
    ).rejects.toThrow("This file is empty.");
    const begun = performance.now();
    const ended = await sendThrough(
      kinora,
      project,
      [...hostile, ...odd].map(({ path }) => path),
    );
    process.stdout.write(`${ended.length} files ended in ${Math.round((performance.now() - begun) / 1000)} s\n`);
    const endOf = (path: string) => ended.find((one) => one.path === path);

    // Half a film whose index comes first and a very wide one are films; what is no film must say so.
    const mayPlay: HostileFixture[] = ["truncated", "truncatedHead", "onePixel", "sixteenThousandWide"];
    // A sound becomes a video of its cover or waveform.
    const sounds: HostileFixture[] = ["audioOnly", "musicWithCover"];
    for (const { name, path } of hostile) {
      const end = endOf(path);
      if (!end) throw new Error(`${name} was not sent.`);
      process.stdout.write(`${name}: ${end.status} ${end.sentence ?? ""}\n`);
      if (sounds.includes(name)) expect(end, name).toMatchObject({ status: "complete", sentence: null });
      else if (!(mayPlay.includes(name) && end.status === "complete")) expectSentence(end);
    }
    for (const { name, path } of odd) {
      const end = endOf(path);
      if (name === "oneFrame") {
        if (end) expectSentence(end);
        continue;
      }
      expect(end, name).toMatchObject({ status: "complete", sentence: null });
      await expectWholeVideo(project, { videoId: end?.videoId ?? 0, dataDir: kinora.dataDir });
    }
    expect(kinora.pids).toEqual(pids);
    expect(kinora.output()).not.toMatch(/ died \(/);
    await expectNothingSecret(kinora.dataDir, [canary, "root:x:0:0", "Dear diary"]);
    await expect
      .poll(() => [...mediaProcesses(kinora.dataDir).map(({ pid }) => pid), ...strayFiles(kinora.dataDir)], {
        timeout: RESTART_PATIENCE_MS,
      })
      .toEqual([]);
    await project.db.destroy();
  } finally {
    await kinora.stop();
  }
});

test("without a sandbox too, a file that names others opens none of them, and nobody's video shows in another's", async () => {
  test.setTimeout(patient(400_000));
  const kinora = await startKinora({ env: { PATH: await pathWithoutSandbox() } });
  try {
    const [red, blue] = [await makeProject(kinora), await makeProject(kinora)];
    const [redFilm, blueFilm] = [await film("red"), await film("blue")];
    const [[ofRed], [ofBlue]] = await Promise.all([
      sendThrough(kinora, red, [redFilm]),
      sendThrough(kinora, blue, [blueFilm]),
    ]);
    if (!ofRed || !ofBlue) throw new Error("The two films were not sent.");
    await expectWholeVideo(red, { videoId: ofRed.videoId, dataDir: kinora.dataDir });
    const assets = join(kinora.dataDir, "media/assets");
    expectColour(await colourAt(join(assets, `${ofRed.videoId}/v1/mp4/180p.mp4`), 1), "red");
    expectColour(await colourAt(join(assets, `${ofBlue.videoId}/v1/mp4/180p.mp4`), 1), "blue");

    const secretFile = join(folder, "secret.txt");
    await writeFile(secretFile, `${canary}\n`);
    const trap = await layTrap(folder);
    await expectTrapWorks(trap);
    const source = (await readdir(join(assets, `${ofRed.videoId}/source`)))[0] ?? "";
    const targets = [
      trap.path,
      secretFile,
      join(assets, `${ofRed.videoId}/v1/180p/00000.m4s`),
      join(assets, `${ofRed.videoId}/source/${source}`),
    ];
    const paths: string[] = [];
    for (const [index, target] of targets.entries()) {
      const place = join(folder, String(index));
      await mkdir(place);
      paths.push(...(await manifestsNaming(place, target)));
    }
    let sending = true;
    let sprung = false;
    const watching = (async () => {
      while (sending && !sprung) {
        sprung = trap.sprung();
        await new Promise((wake) => setTimeout(wake, 20));
      }
    })();
    const ended = await sendThrough(kinora, blue, paths);
    sending = false;
    await watching;
    expect(sprung, "a media tool opened a file that an upload names").toBe(false);
    for (const end of ended) expectSentence(end);
    await expectNothingSecret(kinora.dataDir, [canary]);
    const files = await outputs(kinora.dataDir);
    for (const { videoId } of ended)
      expect(files.filter((path) => path.startsWith(`${assets}/${videoId}/`))).toEqual([]);
    await Promise.all([red, blue].map(({ db }) => db.destroy()));
  } finally {
    await kinora.stop();
  }
});

/** A tool without our rules opens what a playlist names: otherwise nothing would be proved by an unsprung trap. */
async function expectTrapWorks(trap: Trap): Promise<void> {
  const place = join(folder, "control");
  await mkdir(place);
  const [, playlist = ""] = await manifestsNaming(place, trap.path);
  const { ffprobePath } = await mediaCapabilities();
  const tool = spawn(ffprobePath, ["-v", "error", "-allowed_extensions", "ALL", "-i", playlist], { stdio: "ignore" });
  const gone = once(tool, "exit");
  await until("the trap is sprung by a tool without rules", async () => trap.sprung());
  tool.kill("SIGKILL");
  await gone;
}

/** Three seconds of one colour. */
async function film(colour: "red" | "blue"): Promise<string> {
  const path = join(folder, `${colour}.mp4`);
  const { ffmpegPath } = await mediaCapabilities();
  const picture = ["-f", "lavfi", "-i", `color=${colour}:size=320x180:rate=25:duration=3`];
  const sound = ["-f", "lavfi", "-i", "sine=duration=3"];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  await promisify(execFile)(ffmpegPath, ["-nostdin", "-y", "-v", "error", ...picture, ...sound, ...codecs, path]);
  return path;
}

function expectColour([red = 0, green = 0, blue = 0]: number[], colour: "red" | "blue"): void {
  const [strong, weak] = colour === "red" ? [red, blue] : [blue, red];
  expect(strong).toBeGreaterThan(180);
  expect(Math.max(weak, green)).toBeLessThan(80);
}

/** A PATH with every program of this machine but the sandbox. */
async function pathWithoutSandbox(): Promise<string> {
  const programs = join(folder, "programs");
  await mkdir(programs);
  const from = [...new Set((process.env["PATH"] ?? "").split(delimiter).filter(Boolean))];
  for (const place of from.toReversed()) {
    for (const name of await readdir(place).catch(() => [])) {
      if (name === "bwrap") continue;
      await rm(join(programs, name), { force: true });
      await symlink(join(place, name), join(programs, name));
    }
  }
  return programs;
}
