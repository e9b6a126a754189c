import { expect, test } from "vitest";
import { RecentValues } from "./recent-values.ts";

function source(initial: Record<string, string>) {
  const state = { rows: initial, away: false, asked: 0, time: 0 };
  const values = new RecentValues<string>({
    load: async (key) => {
      state.asked += 1;
      if (state.away) throw new Error("away");
      return state.rows[key] ?? null;
    },
    freshMs: 2_000,
    staleMs: 60_000,
    patienceMs: 50,
    maximumValues: 2,
    now: () => state.time,
  });
  return { state, values };
}

test("a question is not asked again within two seconds, and asked again after", async () => {
  const { state, values } = source({ a: "1" });
  expect(await values.get("a")).toBe("1");
  state.rows = { a: "2" };
  state.time = 1_999;
  expect(await values.get("a")).toBe("1");
  state.time = 2_000;
  expect(await values.get("a")).toBe("2");
  expect(state.asked).toBe(2);
});

test("many askers share one question, also for what does not exist", async () => {
  const { state, values } = source({ a: "1" });
  expect(await Promise.all([values.get("a"), values.get("a"), values.get("a")])).toEqual(["1", "1", "1"]);
  expect(await Promise.all([values.get("b"), values.get("b")])).toEqual([null, null]);
  expect(await values.get("b")).toBeNull();
  expect(state.asked).toBe(2);
});

test("while the source is away the last answer stands, up to its limit", async () => {
  const { state, values } = source({ a: "1" });
  await values.get("a");
  state.away = true;
  state.time = 30_000;
  expect(await values.get("a")).toBe("1");
  expect(await values.get("a")).toBe("1");
  expect(state.asked).toBe(2);
  await expect(values.get("b")).rejects.toThrow("away");
  state.time = 60_000;
  await expect(values.get("a")).rejects.toThrow("away");
});

test("an announced change takes the old answer away even when the source is away", async () => {
  const { state, values } = source({ a: "1" });
  await values.get("a");
  state.away = true;
  values.forget("a");
  await expect(values.get("a")).rejects.toThrow("away");
});

test("an answer that was under way when the change was announced is not kept", async () => {
  const { state, values } = source({ a: "published" });
  const early = values.get("a");
  values.forget("a");
  state.rows = { a: "unpublished" };
  expect(await early).toBe("published");
  expect(await values.get("a")).toBe("unpublished");
});

test("after missed announcements everything is asked again", async () => {
  const { state, values } = source({ a: "1" });
  await values.get("a");
  state.rows = {};
  values.doubtAll();
  expect(await values.get("a")).toBeNull();
});

test("a source that hangs is not waited for when an older answer can stand in", async () => {
  let time = 0;
  let hang = false;
  const values = new RecentValues<string>({
    load: () => (hang ? new Promise(() => undefined) : Promise.resolve("1")),
    freshMs: 10,
    staleMs: 1_000,
    patienceMs: 5,
    maximumValues: 2,
    now: () => time,
  });
  await values.get("a");
  hang = true;
  time = 20;
  expect(await values.get("a")).toBe("1");
});

test("only so many values are kept, and unknown keys push none of them out", async () => {
  const { state, values } = source({ a: "1", b: "2", c: "3" });
  for (const key of ["a", "b", "c"]) await values.get(key);
  for (let guess = 0; guess < 5_000; guess += 1) await values.get(`guess${guess}`);
  const asked = state.asked;
  await values.get("b");
  await values.get("c");
  expect(state.asked).toBe(asked);
  await values.get("a");
  expect(state.asked).toBe(asked + 1);
});
