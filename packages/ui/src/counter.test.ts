// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stepCounter, useCounter } from "./counter.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Everything a counter shows on its way. */
function way(from: number, to: number): number[] {
  const seen = [from];
  while (seen.at(-1) !== to && seen.length < 200) seen.push(stepCounter(seen.at(-1) ?? to, to));
  return seen;
}

// spec: 9.13
test("a counter goes a fifth of the way at each step, and ends at its figure", () => {
  expect(way(0, 100).slice(0, 4)).toEqual([0, 20, 36, 49]);
  expect(way(0, 100).at(-1)).toBe(100);
  expect(way(50, 3).at(-1)).toBe(3);
  expect(way(0, 412_000_000_000).at(-1)).toBe(412_000_000_000);
  expect(way(0, 0.5)).toEqual([0, 0.5]);
  expect(way(7, 7)).toEqual([7]);
});

const motion = (reduced: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: reduced }));

// spec: 9.13
test("a counter steps each 20 milliseconds", () => {
  vi.useFakeTimers();
  motion(false);
  const { result } = renderHook(() => useCounter(100));
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    return result.current;
  };
  expect(result.current).toBe(0);
  expect(after(19)).toBe(0);
  expect(after(1)).toBe(20);
  expect(after(19)).toBe(20);
  expect(after(1)).toBe(36);
  expect(after(20)).toBe(49);
});

test("a counter does not move for those who want no motion", () => {
  motion(true);
  expect(renderHook(() => useCounter(100)).result.current).toBe(100);
});
