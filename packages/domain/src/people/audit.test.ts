import { expect, test } from "vitest";
import { auditFacts } from "./audit.ts";

test.each([
  ["a pair is a change", "video.updated", { title: ["Old", "New"] }, [["title", "Old", "New"]]],
  ["a value that was empty has nothing before", "video.updated", { title: ["", "New"] }, [["title", null, "New"]]],
  ["a list of what is new is no change", "api_key.created", { scopes: ["a", "b"] }, [["scopes", null, "a, b"]]],
  [
    "another value is a fact",
    "user.invite",
    { role: "Editor", seats: 2 },
    [
      ["role", null, "Editor"],
      ["seats", null, "2"],
    ],
  ],
  ["nothing is left out", "api_key.created", { origins: [], expires_at: null }, []],
  ["objects are JSON", "project.update", { ladder: { mp4: true } }, [["ladder", null, '{"mp4":true}']]],
  ["long values are cut", "video.updated", { title: ["a".repeat(500), ""] }, [["title", "a".repeat(300), null]]],
])("%s", (_, action, changes, expected) => {
  const facts = auditFacts(action, changes);
  expect(facts.map(({ name, before, after }) => [name, before, after])).toEqual(expected);
});
