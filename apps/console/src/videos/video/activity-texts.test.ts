import { expect, test } from "vitest";
import { nameOfActivity } from "./activity-names.ts";
import { factsOfActivity } from "./activity-texts.ts";

test("an entry says what happened in words, an unknown one by its own name", () => {
  expect(nameOfActivity("transcode.playable")).toBe("Ready to watch");
  expect(nameOfActivity("video.seal_broken")).toBe("Video seal broken");
});

test("facts are said in words and units; what everybody expects is left out", () => {
  const facts = [
    { name: "received_bytes", value: "7100000" },
    { name: "seconds", value: "2" },
    { name: "sha256", value: "fee8" },
    { name: "version", value: "1" },
    { name: "title", value: "Quay → Pier" },
  ];
  expect(factsOfActivity(facts)).toBe("7.1 MB · in 2 s · checksum verified · title changed from Quay to Pier");
});

test("a change says what was before and after, what was added and what was removed", () => {
  const said = (name: string, value: string) => factsOfActivity([{ name, value }]);
  expect(said("tags", "none → harbor")).toBe("tags set to harbor");
  expect(said("category", "News → none")).toBe("category News removed");
  expect(said("publish_at", "a → b → c")).toBe("publish at: a → b → c");
});

test("a file is named by its parts, and numbers of rows are left out", () => {
  const facts = [
    { name: "source", value: "mov h264 640 360" },
    { name: "label", value: "English" },
    { name: "language", value: "en" },
    { name: "rendition_id", value: "1" },
  ];
  expect(factsOfActivity(facts)).toBe("MOV, H264, 640 × 360 · “English”");
});
