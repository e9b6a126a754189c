import { usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { SIMILAR_FROM } from "@kinora/domain/transcoding/similar-rungs.ts";
import { expect, test } from "vitest";
import type { ClipName, ClipOptions } from "../fixtures/clips.ts";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { probe } from "../probe/probe.ts";
import { planEncoding } from "./encoding-plan.ts";
import { measureRungs } from "./rung-similarity.ts";

const workFolder = testFolder("rungs");

const wide = { width: 1280, height: 720, fps: "10", durationSeconds: 3 };

async function measure(name: ClipName, shape: ClipOptions = wide, signal = new AbortController().signal) {
  const source = await clip(name, shape);
  const facts = await probe(source);
  const plan = planEncoding(facts, usualRungs([240, 360, 480, 720]));
  return measureRungs({ source, facts, plan, rungs: plan.renditions, workFolder, signal });
}

test("every rung but the lowest is compared with each above it, and one without detail is like them", async () => {
  const measured = await measure("enlarged");
  expect(measured.map(({ label, above }) => [label, above])).toEqual([
    ["360p", "480p"],
    ["360p", "720p"],
    ["480p", "720p"],
  ]);
  expect(Math.min(...measured.map(({ similarity }) => similarity))).toBeGreaterThan(SIMILAR_FROM);
});

test("sharp edges tell the highest rung from those below, in a picture that stands upright as well", async () => {
  const upright = { ...wide, width: 720, height: 1280 };
  for (const measured of [await measure("longGop"), await measure("longGop", upright)]) {
    expect(measured).toHaveLength(3);
    const highest = measured.filter(({ above }) => above === "720p").map(({ similarity }) => similarity);
    expect(Math.max(...highest)).toBeLessThan(SIMILAR_FROM);
    expect(Math.min(...highest)).toBeGreaterThan(0.3);
  }
});

test("a cancelled comparison ends, and one of two rungs measures nothing", async () => {
  const stopped = new AbortController();
  stopped.abort();
  await expect(measure("enlarged", wide, stopped.signal)).rejects.toMatchObject({ code: "aborted" });
  expect(await measure("enlarged", { ...wide, width: 640, height: 360 })).toEqual([]);
});
