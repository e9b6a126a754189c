import { expect, test } from "vitest";
import { isFilmOrSoundName, isMediaName, MEDIA_ACCEPTED } from "./media-files.ts";

test.each(["a.mp4", "A.MOV", "00001.MTS", "b.ts", "c.m2ts", "raspberry.h264", "tape.dv", "talk.flac", "Nr. 5.mkv"])(
  "%s is a film or a sound",
  (name) => {
    expect([isFilmOrSoundName(name), isMediaName(name)]).toEqual([true, true]);
    expect(MEDIA_ACCEPTED.split(",")).toContain(`.${name.split(".").at(-1)?.toLowerCase() ?? ""}`);
  },
);

test("a picture that may move is media, a text and a name without an ending are not", () => {
  expect(["loop.gif", "loop.webp"].map((name) => [isFilmOrSoundName(name), isMediaName(name)])).toEqual([
    [false, true],
    [false, true],
  ]);
  for (const name of ["notes.txt", "mp4", "film.mp4.part", "tsconfig.json", "a.tsx"])
    expect(isMediaName(name)).toBe(false);
});
