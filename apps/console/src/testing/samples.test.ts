import { expect, test } from "vitest";
import { operations } from "./api.ts";
import { Samples } from "./samples.ts";

test("every answer of the API has a sample that its contract takes", () => {
  expect(operations.length).toBeGreaterThan(350);
  const wrong = operations.flatMap(({ name, output }) => {
    const { error } = output.safeParse(new Samples().of(output));
    return error ? [`${name}: ${error.message}`] : [];
  });
  expect(wrong).toEqual([]);
});
