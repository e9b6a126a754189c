import { expect, test } from "vitest";
import { sharedFileAddress } from "./shared-file.ts";

const ID = "1A2b3C4d5E6f7G8h9I0j";
const DRIVE = `https://drive.usercontent.google.com/download?id=${ID}&export=download&confirm=t`;

test.each([
  ["https://www.dropbox.com/s/abc123/film.mp4?dl=0", "https://www.dropbox.com/s/abc123/film.mp4?dl=1"],
  [
    "https://www.dropbox.com/scl/fi/abc/film.mp4?rlkey=k&dl=0",
    "https://www.dropbox.com/scl/fi/abc/film.mp4?rlkey=k&dl=1",
  ],
  ["https://dropbox.com/s/abc123/film.mp4?raw=1", "https://dropbox.com/s/abc123/film.mp4?dl=1"],
  [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, DRIVE],
  [`https://drive.google.com/file/u/0/d/${ID}/edit`, DRIVE],
  [`https://drive.google.com/open?id=${ID}`, DRIVE],
  [`https://drive.google.com/uc?export=download&id=${ID}&resourcekey=0-x`, `${DRIVE}&resourcekey=0-x`],
  [
    "https://firm.sharepoint.com/:v:/g/personal/ada/Eabc?e=x1",
    "https://firm.sharepoint.com/:v:/g/personal/ada/Eabc?e=x1&download=1",
  ],
])("%s is the page of %s", (typed, file) => {
  expect(sharedFileAddress(typed)).toBe(file);
  expect(sharedFileAddress(file)).toBe(file);
});

test.each([
  "https://example.com/film.mp4?dl=0",
  "http://www.dropbox.com/s/abc/film.mp4?dl=0",
  "https://dropbox.com.example.com/s/abc/film.mp4",
  "https://www.dropbox.com/home",
  "https://www.dropbox.com/scl/fo/abc/def?dl=0",
  "https://drive.google.com/drive/folders/1A2b3C4d5E6f7G8h9I0j",
  "https://drive.google.com/open",
  "https://firm.sharepoint.com/sites/a/film.mp4",
  "https://sharepoint.com/:v:/g/x",
  "no address",
])("%s stays as it is", (address) => expect(sharedFileAddress(address)).toBe(address));
