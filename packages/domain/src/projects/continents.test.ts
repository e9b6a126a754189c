import { expect, test } from "vitest";
import { CONTINENTS } from "./continents.ts";
import { COUNTRIES } from "./countries.ts";

test("every country lies on one continent", () => {
  const codes = CONTINENTS.flatMap((continent) => continent.codes);
  expect(codes.toSorted()).toEqual(COUNTRIES.map(({ id }) => id).toSorted());
});
