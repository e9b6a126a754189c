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
  expect(factsOfActivity(facts)).toBe("7.1 MB · in 2 s · checksum verified · title: Quay → Pier");
});
