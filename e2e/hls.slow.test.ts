import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { clip, type ClipName, type ClipOptions } from "@kinora/media/fixtures/clips.ts";
import { expectWholeVideo } from "./finished-video.ts";
import { decodeFile, playThrough } from "./media-reading.ts";
import { LONG_TRANSCODING_PATIENCE_MS, patient } from "./patience.ts";
import { readVideo, untilEnded } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";
import { sharedProduct, sharedProject } from "./shared.ts";
import { StreamWatch } from "./stream-watch.ts";

const kinora = sharedProduct();
const project = sharedProject();
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-e2e-hls-"));
});
test.afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

interface Film {
  what: string;
  name: ClipName;
  options: ClipOptions;
  rungs: string[];
}

const films: Film[] = [
  {
    what: "a long film without key frames, in several rungs and chunks",
    name: "longGop",
    options: { width: 1280, height: 720, durationSeconds: 54, fps: "5" },
    rungs: ["360p", "480p", "720p"],
  },
  {
    what: "a film that can be streamed as it is",
    name: "streamable",
    options: { width: 640, height: 360, durationSeconds: 54, fps: "10" },
    rungs: ["360p"],
  },
  {
    what: "a film of 29.97 frames a second",
    name: "fractionalRate",
    options: { width: 320, height: 180, durationSeconds: 54 },
    rungs: ["180p"],
  },
];

for (const { what, name, options, rungs } of films) {
  test(`${what} plays from its first segment on, grows without a break, and is whole at the end`, async () => {
    test.setTimeout(patient(400_000));
    const path = await clip(name, options);
    const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
    const { hash } = await readVideo(project, videoId);
    await project.call("PATCH", `/videos/${videoId}/publish`, { published: true });
    const watch = new StreamWatch(`${kinora.urls.edge}/hls/${hash}/`);
    let done = false;
    const end = untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS).finally(() => (done = true));
    while (!done) {
      await watch.look();
      await new Promise((wake) => setTimeout(wake, 150));
    }
    expect((await end).failure).toBeNull();
    await expect
      .poll(async () => (await watch.look()) && [...watch.renditions.keys()].length)
      .toBeGreaterThan(rungs.length);

    const finished = [...rungs, "audio"].map((label) => `v1/${label}/index.m3u8`);
    await expect
      .poll(async () => (await watch.look()) && finished.every((uri) => watch.renditions.get(uri)?.ended))
      .toBe(true);
    expect(await watch.changed()).toEqual([]);
    for (const [uri, seen] of watch.renditions) expect(seen.targetDurations.size, uri).toBe(1);
    const grown = [...watch.renditions.values()].flatMap(({ lengths }) => lengths);
    expect(new Set(grown).size, "it was seen growing").toBeGreaterThan(2);
    expect(new Set(finished.map((uri) => watch.renditions.get(uri)?.lengths.at(-1))).size).toBe(1);

    await expectWholeVideo(project, { videoId, dataDir: kinora.dataDir });
    const starts = await Promise.all([...rungs, "audio"].map((label) => expectContiguous(videoId, label)));
    expect(Math.max(...starts) - Math.min(...starts), "picture and sound begin together").toBeLessThanOrEqual(0.02);
    const { errors, frames } = await playThrough(`${kinora.urls.edge}/hls/${hash}/master.m3u8`);
    expect(errors).toEqual([]);
    expect(frames).toBeGreaterThan(0);
  });
}

/** Decodes every segment on its own, and holds the times of all to one unbroken line; answers where it begins, in seconds. */
async function expectContiguous(videoId: number, label: string): Promise<number> {
  const stored = join(kinora.dataDir, `media/assets/${videoId}/v1/${label}`);
  const { segments } = await selectRow(project, "renditions", { video_id: videoId, label }, "segments");
  expect(segments, "more than two chunks").toBeGreaterThan(12);
  const init = await readFile(join(stored, "init.mp4"));
  const file = join(folder, `one-${label}.mp4`);
  const times: number[] = [];
  let first: number | null = null;
  for (let index = 0; index < segments; index += 1) {
    const segment = await readFile(join(stored, `${String(index).padStart(5, "0")}.m4s`));
    await writeFile(file, Buffer.concat([init, segment]));
    const { errors, frames, packets } = await decodeFile(file);
    expect({ label, index, errors, decodes: frames > 0 }).toEqual({ label, index, errors: [], decodes: true });
    times.push(...packets.map(({ dtsSeconds }) => dtsSeconds));
    first ??= Math.min(...packets.map(({ ptsSeconds }) => ptsSeconds));
  }
  // All of a rendition's frames, and all packets of its sound, last equally long: so do the steps across every border.
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const [usual = 0] = steps.toSorted((a, b) => a - b).slice(Math.floor(steps.length / 2));
  expect(usual).toBeGreaterThan(0);
  expect(
    steps.filter((step) => !(Math.abs(step - usual) < 0.002)),
    `steps of ${label} that are not ${usual} s`,
  ).toEqual([]);
  return first ?? 0;
}
