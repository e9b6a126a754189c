import { expect, test } from "vitest";
import { CATEGORY_COLOURS, nextColour, type CategoryColour } from "./category-colours.ts";

test.each<[CategoryColour[], CategoryColour]>([
  [[], "blue"],
  [["blue"], "green"],
  [["green", "blue", "orange"], "red"],
  [[...CATEGORY_COLOURS], "blue"],
  [[...CATEGORY_COLOURS, "blue"], "green"],
])("beside %j a new category is %s", (used, colour) => {
  expect(nextColour(used)).toBe(colour);
});
