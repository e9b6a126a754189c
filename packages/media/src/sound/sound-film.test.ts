import { join } from "node:path";
import { expect, test } from "vitest";
import { hostileFile } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { ffmpeg } from "../fixtures/made-once.ts";
import { probe } from "../probe/probe.ts";
import { streamability } from "../probe/streamable.ts";
import { makeSoundFilm, soundPicture } from "./sound-film.ts";

const folder = testFolder("sound");

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

const tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=3"];
const cover = ["-f", "lavfi", "-i", "color=orange:s=300x300:d=1", "-frames:v", "1"];

test.each([
  [
    "music.mp3",
    [
      ...tone,
      ...cover,
      "-map",
      "0",
      "-map",
      "1",
      "-c:v",
      "mjpeg",
      "-id3v2_version",
      "3",
      "-disposition:v",
      "attached_pic",
    ],
    "mp3",
    true,
  ],
  [
    "music.flac",
    [...tone, ...cover, "-map", "0", "-map", "1", "-c:v", "png", "-disposition:v", "attached_pic"],
    "flac",
    true,
  ],
  ["talk.ogg", [...tone, "-c:a", "libvorbis"], "vorbis", false],
  ["talk.opus", [...tone, "-c:a", "libopus"], "opus", false],
  ["raw.wav", [...tone, "-c:a", "pcm_s24le"], "pcm_s24le", false],
  ["raw.aiff", [...tone, "-c:a", "pcm_s16be"], "pcm_s16be", false],
  ["radio.aac", [...tone, "-c:a", "aac"], "aac", false],
  ["old.wma", [...tone, "-c:a", "wmav2"], "wmav2", false],
] as const)("%s, as other programs write it, is as long as its sound", async (name, args, codec, hasCover) => {
  const source = join(folder, name);
  await ffmpeg([...args, source]);
  const { facts, ...made } = await film(source);
  expect(made).toMatchObject({ codec, hasCover });
  expect(facts.audio?.codec).toBe(codec);
  expect(facts.durationSeconds).toBeGreaterThan(2.9);
  expect(facts.durationSeconds).toBeLessThan(3.5);
});

test("a small file that says it lasts for days is refused before anything is made of it", async () => {
  const source = join(folder, "days.mka");
  const short = join(folder, "short.mka");
  await ffmpeg([...tone, "-c:a", "pcm_s16le", short]);
  await ffmpeg(["-i", short, "-c", "copy", "-bsf:a", "setts=pts=PTS*100000:dts=DTS*100000", source]);
  await expect(film(source)).rejects.toMatchObject({ code: "too_long" });
});

test("a file without sound is refused in words", async () => {
  await expect(film(await hostileFile("text"))).rejects.toMatchObject({ code: "corrupt_file" });
});
