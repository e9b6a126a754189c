import { expect, test } from "vitest";
import { otherMachine, thisMachine } from "./bundled.mjs";

const made = { platform: "linux", arch: "x64", glibc: "2.36", release: "debian 12" };

test.each([
  { machine: "the same kind", here: made },
  { machine: "a newer C library", here: { ...made, glibc: "2.41", release: "debian 13" } },
])("a bundle runs on $machine", ({ here }) => {
  expect(otherMachine(made, here)).toBeNull();
});

test.each([
  { machine: "another processor", here: { ...made, arch: "arm64" }, words: "linux arm64 with glibc 2.36" },
  { machine: "another system", here: { ...made, platform: "darwin", glibc: null }, words: "darwin x64 without glibc" },
  { machine: "another C library", here: { ...made, glibc: null }, words: "linux x64 without glibc" },
  { machine: "an older C library", here: { ...made, glibc: "2.9" }, words: "linux x64 with glibc 2.9" },
])("a bundle is refused on $machine with a sentence", ({ here, words }) => {
  expect(otherMachine(made, here)).toBe(
    `This offline bundle is for linux x64 with glibc 2.36 or newer, and this machine is ${words}. Make a bundle on a machine like this one (docs/operations/offline.md).`,
  );
});

test("a machine is of its own kind", () => {
  expect(thisMachine()).toMatchObject({ platform: process.platform, arch: process.arch });
  expect(otherMachine(thisMachine())).toBeNull();
});
