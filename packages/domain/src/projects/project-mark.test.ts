import { expect, test } from "vitest";
import { PROJECT_MARK_COLORS, projectMark } from "./project-mark.ts";

test("a project's mark is its first letter on a colour that its hash decides", () => {
  expect(projectMark({ name: " élan ", hash: "a1" })).toMatchObject({ letter: "É" });
  expect(projectMark({ name: "", hash: "a1" }).letter).toBe("?");
  expect(projectMark({ name: "🎬 Films", hash: "x" }).letter).toBe("🎬");
  expect(projectMark({ name: "A", hash: "same" }).color).toBe(projectMark({ name: "B", hash: "same" }).color);
});

test("hashes are spread over every colour", () => {
  const colors = new Set(
    Array.from({ length: 200 }, (_, index) => projectMark({ name: "A", hash: `p${index}` }).color),
  );
  expect(colors.size).toBe(PROJECT_MARK_COLORS);
});
