import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileFile } from "../fixtures/clips.ts";
import { probe } from "../probe/probe.ts";
import { streamability } from "../probe/streamable.ts";
import { makeSoundFilm, soundPicture } from "./sound-film.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-sound-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const film = async (source: string) => {
  const target = join(folder, "film.mkv");
  const made = await makeSoundFilm({ source, target, workFolder: folder, signal: new AbortController().signal });
  return { ...made, facts: await probe(target) };
};

test.each([
  ["audioOnly", false],
  ["musicWithCover", true],
] as const)("%s becomes a film that plays without encoding, with its sound as it is", async (name, hasCover) => {
  const { facts, ...made } = await film(await hostileFile(name));
  expect(made.hasCover).toBe(hasCover);
  expect(facts.video).toMatchObject({ ...soundPicture, codec: "h264", fps: { numerator: 5, denominator: 1 } });
  expect(facts.audio).toMatchObject({ codec: "aac" });
  expect(streamability(facts).streamable).toBe(true);
  expect(Math.abs(facts.video.durationSeconds - (facts.audio?.durationSeconds ?? 0))).toBeLessThan(0.5);
});

test("a file without sound is refused in words", async () => {
  await expect(film(await hostileFile("text"))).rejects.toMatchObject({ code: "corrupt_file" });
});
