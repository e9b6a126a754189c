import { expect, test } from "vitest";
import { encoderThreads, mediaSlotsOf, memoryState } from "./machine-memory.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

test("a worker takes as many media jobs as fit into memory: one at least, two at most", () => {
  expect([512 * MIB, 1 * GIB, 2 * GIB, 64 * GIB].map(mediaSlotsOf)).toEqual([1, 1, 2, 2]);
});

test("short memory is said in a sentence", () => {
  expect(memoryState(1 * GIB, 1)).toEqual({
    state: "short",
    message: "1.0 GB of memory is short: one video is encoded at a time.",
  });
  expect(memoryState(512 * MIB, 1)).toEqual({
    state: "too_little",
    message: "0.5 GB of memory is too little to encode 1080p. Kinora needs 1 GB.",
  });
  expect(memoryState(2 * GIB, 8)).toEqual({
    state: "too_little",
    message: "2.0 GB of memory is too little for 8 media jobs side by side (KINORA_WORKER_CONCURRENCY).",
  });
  expect(memoryState(8 * GIB, 2).state).toBe("enough");
  expect(memoryState(16 * GIB, 8).state).toBe("enough");
});

test("encoders have one thread each where memory is short", () => {
  expect(encoderThreads(1 * GIB)).toEqual({ threads: 1 });
  expect(encoderThreads(4 * GIB)).toEqual({});
});
