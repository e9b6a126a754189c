import { expect, test } from "vitest";
import { brokenMessages, checkedCommits } from "./commits.ts";

const commits = checkedCommits();

test("a commit's message that breaks the convention is found", async () => {
  const good = "videos: refuse to publish before the first rendition is ready\n\nPlayers showed an error.";
  const bad = [
    "videos: refuse to publish before the first rendition is ready",
    good.replace("videos: ", ""),
    good.replace("videos: r", "Videos: R"),
    good.replace("ready", "ready; live: close sockets"),
    good.replace("ready", "ready, and say so in a sentence"),
    good.replace("\n\n", "\n"),
    `${good} ${"x".repeat(100)}`,
  ];
  expect(await brokenMessages([{ hash: "1", message: good }])).toEqual([]);
  for (const message of bad) expect(await brokenMessages([{ hash: "1", message }]), message).not.toEqual([]);
});

test.runIf(commits)("every commit says one change and its reason (where the history is at hand)", async () => {
  expect(await brokenMessages(commits ?? [])).toEqual([]);
});
