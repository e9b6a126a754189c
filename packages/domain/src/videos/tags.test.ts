import { expect, test } from "vitest";
import { splitTags } from "./tags.ts";

test.each([
  ["news", ["news"]],
  ["news, sport ,  live  music", ["news", "sport", "live music"]],
  ["News,news,NEWS", ["News"]],
  [" , ,\n", []],
  ["a\nb;c", ["a", "b", "c"]],
])("%j names the tags %j", (text, names) => {
  expect(splitTags(text)).toEqual(names);
});
