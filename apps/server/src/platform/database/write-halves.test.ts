import { expect, test } from "vitest";
import { writeHalves } from "./write-halves.ts";

const refusal = (code: string) => Object.assign(new Error("No."), { code });

async function written(bad: readonly number[], code: string) {
  const [stored, refused]: [number[], number[]] = [[], []];
  let writes = 0;
  const rows = Array.from({ length: 2_000 }, (_, index) => index);
  const write = async (some: readonly number[]) => {
    writes += 1;
    if (some.some((row) => bad.includes(row))) throw refusal(code);
    stored.push(...some);
  };
  await writeHalves(rows, write, (row) => refused.push(row));
  return { stored, refused, writes };
}

test("rows that PostgreSQL refuses are named, and all others are written in their order", async () => {
  const { stored, refused, writes } = await written([0, 1_234, 1_999], "22003");
  expect(refused).toEqual([0, 1_234, 1_999]);
  expect(stored).toHaveLength(1_997);
  expect(stored).toEqual(stored.toSorted((a, b) => a - b));
  expect(writes).toBeLessThan(3 * 24);
});

test("a lost connection is no fault of a row", async () => {
  await expect(written([3], "08006")).rejects.toThrow("No.");
  await expect(
    writeHalves(
      [1],
      () => Promise.reject(new Error("gone")),
      () => undefined,
    ),
  ).rejects.toThrow("gone");
});
