import { expect, test } from "vitest";
import { itemProblem } from "./playlists.ts";

const fine = { deleted: false, status: "complete", playable: true, published: true };

test.each([
  [{}, null],
  [{ published: false }, "unpublished"],
  [{ status: "processing" }, null],
  [{ status: "processing", playable: false }, "processing"],
  [{ status: "failed", playable: false, published: false }, "failed"],
  [{ status: "cancelled", playable: false }, "failed"],
  [{ deleted: true, status: "failed", playable: false }, "trash"],
])("a video with %j is kept from viewers because of %j", (change, problem) => {
  expect(itemProblem({ ...fine, ...change })).toBe(problem);
});
