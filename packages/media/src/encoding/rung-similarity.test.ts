import { usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { SIMILAR_FROM, type ComparedPiece } from "@kinora/domain/transcoding/similar-rungs.ts";
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

test("what is compared in pieces continues after the last one, and compares as the whole does", async () => {
  const source = await clip("enlarged", { ...wide, fps: "5", durationSeconds: 45 });
  const facts = await probe(source);
  const plan = planEncoding(facts, usualRungs([240, 360, 480]));
  const options = { source, facts, plan, rungs: plan.renditions, workFolder, signal: new AbortController().signal };
  const pieces: ComparedPiece[] = [];
  const shares: number[] = [];
  const stopped = new AbortController();
  const killed = measureRungs({
    ...{ ...options, signal: stopped.signal },
    async onPiece(piece) {
      pieces.push(piece);
      if (pieces.length === 2) stopped.abort();
    },
    onProgress: (share) => shares.push(share),
  });
  await expect(killed).rejects.toMatchObject({ code: "aborted" });
  expect(pieces.map(({ fromSeconds, pairs }) => [fromSeconds, pairs.length])).toEqual([
    [0, 1],
    [20, 1],
  ]);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeCloseTo(40 / 45);

  const rest: ComparedPiece[] = [];
  const onPiece = async (piece: ComparedPiece) => void rest.push(piece);
  const continued = await measureRungs({ ...options, compared: pieces, onPiece });
  expect(rest.map(({ fromSeconds }) => fromSeconds)).toEqual([40]);
  expect(rest[0]?.pairs[0]?.parts).toBe(5 * 144);
  expect(continued).toEqual(await measureRungs(options));
  expect(continued).toMatchObject([{ label: "360p", above: "480p" }]);
});
