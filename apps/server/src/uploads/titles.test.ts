import { expect, test } from "vitest";
import { titleOf } from "./create.ts";
import { readMetadata } from "./tus/protocol.ts";

test.each([
  ["film.mp4", "film"],
  ["holiday.m2ts", "holiday"],
  ["clip.3gp", "clip"],
  ["Dr. Smith", "Dr. Smith"],
  ["Dr. Smith.mp4", "Dr. Smith"],
  ["version 1.5", "version 1.5"],
  ["Gr\u00fc\u00dfe aus K\u00f6ln.mp4".normalize("NFD"), "Gr\u00fc\u00dfe aus K\u00f6ln"],
  ["photo\u202egpj.mp4", "photogpj"],
  ["\u2066\u200efilm\u2069.mp4\u200f", "film"],
  [".mp4", ".mp4"],
  ["", "Untitled"],
  ["\u200b\u00ad.mp4", "Untitled"],
])("an upload of %j is titled %j", (fileName, title) => expect(titleOf({ title: null, fileName })).toBe(title));

test("a title that was sent keeps its dots and is composed", () => {
  expect(titleOf({ title: "Cafe\u0301 v1.mp4", fileName: "a.mp4" })).toBe("Caf\u00e9 v1.mp4");
});

test("the file name of an upload is stored as it is searched", () => {
  const name = Buffer.from("K\u00f6ln.mp4".normalize("NFD")).toString("base64");
  expect(readMetadata(`project_id MQ==,filename ${name}`).fileName).toBe("K\u00f6ln.mp4");
});

test("a file name from a system that is older than UTF-8 keeps its letters", () => {
  const name = Buffer.from("Fr\u00fchling.mp4", "latin1").toString("base64");
  expect(readMetadata(`project_id MQ==,filename ${name},title ${name}`)).toMatchObject({
    fileName: "Fr\u00fchling.mp4",
    title: "Fr\u00fchling.mp4",
  });
});
