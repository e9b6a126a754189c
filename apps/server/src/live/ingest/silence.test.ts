import { expect, test } from "vitest";
import { Silence } from "./silence.ts";

/** A publisher on a clock that the test moves, heard every 40 ms. */
function heardFor(seconds: number) {
  let nowMs = 1_000;
  const silence = new Silence(() => nowMs);
  const pass = (ms: number) => (nowMs += ms);
  const hear = (forSeconds: number) => {
    for (let ms = 0; ms < forSeconds * 1_000; ms += 40) {
      pass(40);
      silence.heard();
    }
  };
  hear(seconds);
  return { silence, pass, hear };
}

test("what is usual is the longest pause, and is not known of a publisher that has just come", () => {
  const { silence, pass, hear } = heardFor(8);
  expect(silence.now).toEqual({ ms: 0, usualMs: Infinity });
  hear(3);
  expect(silence.now.usualMs).toBe(40);
  pass(700);
  expect(silence.now).toEqual({ ms: 700, usualMs: 40 });
  silence.heard();
  expect(silence.now).toEqual({ ms: 0, usualMs: 700 });
});

test("a long pause is forgotten after a minute", () => {
  const { silence, pass, hear } = heardFor(12);
  pass(900);
  hear(25);
  expect(silence.now.usualMs).toBe(940);
  hear(70);
  expect(silence.now.usualMs).toBe(40);
});
