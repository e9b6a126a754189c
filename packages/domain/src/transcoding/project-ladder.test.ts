import { expect, test } from "vitest";
import { estimateLadder, typicalKbps } from "./ladder-estimate.ts";
import { LADDER_PRESETS } from "./ladder-presets.ts";
import { defaultLadder } from "./ladder.ts";
import {
  defaultProjectLadder,
  enabledRungs,
  exceedsLines,
  ladderProblem,
  missingRungs,
  planCopy,
  planRungs,
  presetOf,
  withinLines,
  withPreset,
  type ProjectLadder,
} from "./project-ladder.ts";

const labels = (ladder: ProjectLadder) => enabledRungs(ladder).map(({ label }) => label);

test("a project that changed nothing has the rungs of a preset, and those that posters have", () => {
  expect(presetOf(defaultProjectLadder)).toBe("standard");
  expect(labels(defaultProjectLadder)).toEqual(expect.arrayContaining(defaultLadder.map(({ label }) => label)));
});

test("by default each rung has 1.5 to 2 times the bits of the one below", () => {
  const typical = defaultProjectLadder.rungs
    .filter(({ enabled }) => enabled)
    .map(({ height, crf, maxBitrateKbps }) => [typicalKbps(height, crf, Infinity), maxBitrateKbps]);
  const steps = typical.slice(1).flatMap((each, index) => each.map((kbps, of) => kbps / (typical[index]?.[of] ?? 0)));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(1.5);
  expect(Math.max(...steps)).toBeLessThanOrEqual(2);
});

test.each([
  [854, 480, ["360p 640×360", "480p 854×480"]],
  [1024, 576, ["360p 640×360", "576p 1024×576"]],
  [768, 576, ["360p 480×360", "576p 768×576"]],
  [720, 540, ["360p 480×360", "540p 720×540"]],
  [1366, 768, ["360p 640×360", "480p 854×480", "768p 1366×768"]],
  [1600, 900, ["360p 640×360", "480p 854×480", "720p 1280×720", "900p 1600×900"]],
  [900, 1600, ["360p 360×640", "480p 480×854", "720p 720×1280", "900p 900×1600"]],
  [1088, 1920, ["360p 360×636", "480p 480×848", "720p 720×1270", "1080p 1080×1906"]],
  [3840, 2160, ["360p 640×360", "480p 854×480", "720p 1280×720", "1080p 1920×1080", "1440p 2560×1440"]],
])("a source of %i×%i is made in its own size, unless that is above the ladder", (width, height, expected) => {
  const planned = planRungs({ width, height, fps: 25 }, defaultProjectLadder);
  expect(planned.map((rung) => `${rung.label} ${rung.width}×${rung.height}`)).toEqual(expected);
});

test("a ladder without a rung near the source gets one, with the bits between its neighbours", () => {
  const basic = withPreset(defaultProjectLadder, "basic");
  const [low, own, ...more] = planRungs({ width: 854, height: 480, fps: 25 }, basic);
  expect([low?.label, own?.label, more.length]).toEqual(["360p", "480p", 0]);
  expect(own?.maxBitrateKbps).toBe(Math.round(800 + (2000 * 120) / 360));
  expect(planRungs({ width: 1920, height: 1080, fps: 25 }, basic).map(({ label }) => label)).toEqual(["360p", "720p"]);
});

test.each([
  ["basic", ["360p", "720p"]],
  ["standard", ["360p", "480p", "720p", "1080p", "1440p"]],
  ["full", ["240p", "360p", "480p", "720p", "1080p", "1440p", "2160p"]],
] as const)("the preset %s makes %j", (preset, expected) => {
  const ladder = withPreset({ ...defaultProjectLadder, mp4: false }, preset);
  expect(labels(ladder)).toEqual(expected);
  expect(presetOf(ladder)).toBe(preset);
  expect(ladder.mp4).toBe(false);
  expect(ladderProblem(ladder)).toBeNull();
});

test("a preset with one rung changed is a ladder of its own", () => {
  const ladder = withPreset(defaultProjectLadder, "basic");
  const changed = { ...ladder, rungs: ladder.rungs.map((rung) => (rung.height === 720 ? { ...rung, crf: 20 } : rung)) };
  expect(presetOf(changed)).toBeNull();
});

const change = (height: number, to: object) => ({
  rungs: defaultProjectLadder.rungs.map((rung) => (rung.height === height ? { ...rung, ...to } : rung)),
});

test.each([
  ["no rung is on", { rungs: defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: false })) }, "rungs"],
  ["a rung is missing", { rungs: defaultProjectLadder.rungs.slice(1) }, "rungs"],
  ["the CRF is out of range", change(720, { crf: 60 }), "rungs.3.crf"],
  ["the bitrate up to which it copies is out of range", { remux: true, remuxMaxKbps: 10 }, "remux_max_kbps"],
  ["the bitrate is no whole number", change(240, { maxBitrateKbps: 450.5 }), "rungs.0.max_bitrate_kbps"],
])("a ladder is refused when %s", (_reason, ladder, field) => {
  expect(ladderProblem({ ...defaultProjectLadder, ...ladder })?.field).toBe(field);
});

test("without history there is no encode time, only a size", () => {
  const estimate = estimateLadder(defaultProjectLadder, []);
  expect(estimate.encode).toBeNull();
  expect(estimate.labels).toEqual(["360p", "480p", "720p", "1080p"]);
  expect(estimate.storedBytes).toBeGreaterThan(300e6);
});

test("surround sound is named beside the size, which is that of a stereo upload", () => {
  const stereo = estimateLadder(defaultProjectLadder, []);
  const surround = estimateLadder({ ...defaultProjectLadder, surround: true }, []);
  // 384 kbps for ten minutes.
  expect([stereo.surroundBytes, surround.surroundBytes]).toEqual([0, 28_800_000]);
  expect(surround.storedBytes).toBe(stereo.storedBytes);
});

test("encode times come from transcodes of the same top rung, else from the nearest one by its pixels", () => {
  const at1080 = { label: "1080p", speed: 2, samples: 12 };
  const at720 = { label: "720p", speed: 4.5, samples: 3 };
  expect(estimateLadder(defaultProjectLadder, [at720, at1080]).encode).toEqual({
    seconds: 300,
    basedOn: at1080,
    scaled: false,
    without: [],
  });
  expect(estimateLadder(defaultProjectLadder, [at720]).encode).toMatchObject({ seconds: 300, scaled: true });
});

test("fewer rungs, a higher CRF and no downloads store less", () => {
  const size = (ladder: ProjectLadder) => estimateLadder(ladder, []).storedBytes;
  const [basic, standard, full] = LADDER_PRESETS.map((preset) => size(withPreset(defaultProjectLadder, preset)));
  expect(basic).toBeLessThan(standard ?? 0);
  // A 1080p upload is never enlarged, so the rungs above cost nothing; 240p does.
  expect(standard).toBeLessThan(full ?? 0);
  expect(size({ ...defaultProjectLadder, mp4: false })).toBeLessThan(size(defaultProjectLadder));
  expect(size({ ...defaultProjectLadder, ...change(1080, { crf: 30 }) })).toBeLessThan(size(defaultProjectLadder));
});

test("missing is what the ladder makes of a source and is not there, never what is above the source", () => {
  const source = { width: 1920, height: 1080, fps: 25 };
  expect(missingRungs(source, defaultProjectLadder, ["720p"])).toEqual(["360p", "480p", "1080p"]);
  expect(missingRungs(source, defaultProjectLadder, ["360p", "480p", "720p", "1080p", "240p"])).toEqual([]);
  const there = ["360p", "720p", "1080p"];
  expect(missingRungs(source, { ...defaultProjectLadder, dropSimilar: true }, there, false, ["480p"])).toEqual([]);
  expect(missingRungs(source, defaultProjectLadder, there, false, ["480p"])).toEqual(["480p"]);
});

const off = { rungs: defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: false })) };
const wide = (height: number) => ({ width: Math.round((height * 16) / 9), height, fps: 25 });
const copied = (height: number, ladder: ProjectLadder, whatever = false) => {
  const plan = planCopy(wide(height), ladder, whatever);
  return plan && [...plan.encoded.map(({ label }) => label), plan.label];
};

test("pass-through is a ladder without rungs that copies", () => {
  const ladder = withPreset(defaultProjectLadder, "passthrough");
  expect(labels(ladder)).toEqual([]);
  expect(ladderProblem(ladder)).toBeNull();
  expect(presetOf(ladder)).toBe("passthrough");
  expect(presetOf({ ...defaultProjectLadder, ...off })).toBeNull();
});

test("the rung of the source's own size is the one that is copied", () => {
  expect(copied(1080, defaultProjectLadder)).toEqual(["360p", "480p", "720p", "1080p"]);
  // A few lines more or less are the same size to people.
  expect(copied(1088, defaultProjectLadder)).toEqual(["360p", "480p", "720p", "1080p"]);
  expect(copied(300, defaultProjectLadder)).toEqual(["300p"]);
  expect(copied(900, withPreset(defaultProjectLadder, "passthrough"))).toEqual(["900p"]);
});

test("a source of a size the ladder has not is copied only when that is wanted whatever it has", () => {
  const basic = withPreset(defaultProjectLadder, "basic");
  expect(copied(1080, basic)).toBeNull();
  expect(copied(1080, basic, true)).toEqual(["360p", "720p", "1080p"]);
});

test("what cannot be copied by pass-through is encoded into the one rung of its size", () => {
  const ladder = withPreset(defaultProjectLadder, "passthrough");
  expect(planRungs(wide(1080), ladder).map(({ label }) => label)).toEqual(["1080p"]);
  expect(planRungs(wide(900), ladder).map(({ label }) => label)).toEqual(["900p"]);
  expect(missingRungs(wide(900), ladder, ["900p"])).toEqual([]);
  expect(missingRungs(wide(900), ladder, [])).toEqual(["900p"]);
});

test("a rung that is copied takes no encoding and as much as the upload has", () => {
  const history = [{ label: "1080p", speed: 2, samples: 12 }];
  const alone = estimateLadder(withPreset(defaultProjectLadder, "passthrough"), history);
  expect(alone).toMatchObject({ labels: ["1080p"], copied: "1080p", encode: null });
  expect(alone.storedBytes).toBeGreaterThan(1.2e9);
  const ladder = { ...defaultProjectLadder, remux: true };
  expect(estimateLadder(ladder, history)).toMatchObject({
    labels: ["360p", "480p", "720p", "1080p"],
    copied: "1080p",
    encode: { scaled: true, seconds: 134 },
  });
  // The upload the estimate speaks of has more than is copied.
  expect(estimateLadder({ ...ladder, remuxMaxKbps: 5000 }, history)).toMatchObject({ copied: null });
});

test("a plan's limit leaves out what has more lines, and never everything", () => {
  const lines = (limit: number | null, source = { width: 3840, height: 2160, fps: 25 }) =>
    planRungs(source, withinLines(withPreset(defaultProjectLadder, "full"), limit)).map(({ label }) => label);
  expect(lines(null)).toHaveLength(7);
  expect(lines(720)).toEqual(["240p", "360p", "480p", "720p"]);
  // A portrait video has the lines of its shorter side.
  expect(lines(720, { width: 720, height: 1280, fps: 25 })).toEqual(["240p", "360p", "480p", "720p"]);
  const tall = {
    ...defaultProjectLadder,
    rungs: defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: rung.height > 1_000 })),
  };
  expect(planRungs({ width: 3840, height: 2160, fps: 25 }, withinLines(tall, 720)).map(({ label }) => label)).toEqual([
    "720p",
  ]);
  expect(lines(1)).toEqual(["240p"]);
  expect(exceedsLines({ width: 1940, height: 1090 }, 1080)).toBe(false);
  expect(exceedsLines({ width: 1440, height: 2560 }, 1080)).toBe(true);
});
