import { expect, test } from "vitest";
import { sourceChapters } from "./source-texts.ts";

test("a long title ends with a whole character", () => {
  const [chapter] = sourceChapters([{ start_time: "0.0", tags: { title: `x${"😀".repeat(400)}` } }], 0);
  expect([chapter?.title?.length, chapter?.title?.isWellFormed()]).toEqual([500, true]);
});
