import { readdir, readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { beginAudio, encodeAudio } from "../encoding/encode-audio.ts";
import { planEncoding } from "../encoding/encoding-plan.ts";
import { clip, hostileFile, type ClipName, type ClipOptions } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { beginRemux, remux } from "../probe/streamable.ts";

const folder = testFolder("early");

/** Everything a run hands over, as one list of bytes. */
function collector() {
  const made: Buffer[] = [];
  return {
    made,
    onInit: ({ bytes }: InitSegment) => void made.push(bytes),
    onSegment: ({ bytes }: Segment) => void made.push(bytes),
  };
}

async function begun(name: ClipName, size: ClipOptions = { durationSeconds: 9 }) {
  const source = await clip(name, size);
  const begin = { source, workFolder: folder, signal: new AbortController().signal };
  const sound = beginAudio({ ...begin, bitrateKbps: 96 });
  const picture = beginRemux(begin);
  const facts = await probe(source);
  const plan = planEncoding(facts, undefined, { audioBitrateKbps: 96 });
  return { sound, picture, options: { ...begin, facts, plan } };
}

test.each<ClipName>(["streamable", "lateAudio", "bidirectional"])(
  "a %s clip begun before its probe gives the same picture and sound as one begun after",
  async (name) => {
    const { sound, picture, options } = await begun(name);
    const [early, late] = [collector(), collector()];
    expect(picture.fits({ ...options, ...early })).toBe(true);
    await picture.finish({ ...options, ...early });
    await remux({ ...options, ...late });
    expect(early.made.length).toBeGreaterThan(2);
    expect(Buffer.concat(early.made).equals(Buffer.concat(late.made))).toBe(true);
    if (!options.facts.audio) return sound.drop();

    const [earlySound, lateSound] = [collector(), collector()];
    expect(sound.fits({ ...options, ...earlySound })).toBe(true);
    await sound.finish({ ...options, ...earlySound });
    await encodeAudio({ ...options, ...lateSound });
    expect(earlySound.made.length).toBeGreaterThan(2);
    expect(Buffer.concat(earlySound.made).equals(Buffer.concat(lateSound.made))).toBe(true);
  },
);

test("a picture that was cut before anybody asked for it is all there", async () => {
  // Small enough for the tool to be done with it while nobody reads.
  const { sound, picture, options } = await begun("streamable", { width: 64, height: 64, durationSeconds: 1 });
  await sound.drop();
  const [early, late] = [collector(), collector()];
  // This takes as long as the other, which began before it.
  await remux({ ...options, ...late });
  await vi.waitFor(async () => expect(await processesReading(options.source, folder)).toEqual([]));
  await picture.finish({ ...options, ...early });
  expect(Buffer.concat(early.made).equals(Buffer.concat(late.made))).toBe(true);
});

test("what was begun for another kind of source does not fit it", async () => {
  const { sound, picture, options } = await begun("streamable");
  const sink = collector();
  expect(sound.fits({ ...options, ...sink, plan: { ...options.plan, audioBitrateKbps: 64 } })).toBe(false);
  expect(sound.fits({ ...options, ...sink, fromSegment: 1 })).toBe(false);
  expect(sound.fits({ ...options, ...sink, facts: { ...options.facts, container: "mpegts" } })).toBe(false);
  expect(sound.fits({ ...options, ...sink, facts: { ...options.facts, audio: null } })).toBe(false);
  const elsewhere = { ...options.facts.video, streamIndex: 1 };
  expect(picture.fits({ ...options, ...sink, facts: { ...options.facts, video: elsewhere } })).toBe(false);
  await Promise.all([sound.drop(), picture.drop()]);
});

test("a run nobody wants ends, and leaves no process behind", async () => {
  const { sound, picture, options } = await begun("streamable");
  await Promise.all([sound.drop(), picture.drop()]);
  await expect(picture.finish({ ...options, ...collector() })).rejects.toThrow();
  await vi.waitFor(async () => expect(await processesReading(options.source, folder)).toEqual([]));
});

test("a source that is no video ends what was begun for it", async () => {
  const source = await hostileFile("random");
  const begin = { source, workFolder: folder, signal: new AbortController().signal };
  const runs = [beginAudio({ ...begin, bitrateKbps: 96 }), beginRemux(begin)];
  await expect(probe(source)).rejects.toMatchObject({ code: "corrupt_file" });
  await Promise.all(runs.map((run) => run.drop()));
  expect(await processesReading(source, folder)).toEqual([]);
});

/** Process ids whose command line names both paths. */
async function processesReading(...paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (paths.every((path) => command.includes(path))) found.push(pid);
  }
  return found;
}
