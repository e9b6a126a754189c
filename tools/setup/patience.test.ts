import { describe, expect, test, vi } from "vitest";
import { factorOf, measuredPatience, patience, patient } from "./patience.mjs";

describe("the patience of a run", () => {
  test("grows with what a fixed piece of work took, is never below one and ends", () => {
    expect(factorOf(40)).toBe(1);
    expect(factorOf(50)).toBe(1);
    expect(factorOf(150)).toBe(3);
    expect(factorOf(3_600_000)).toBe(12);
  });

  test("is measured once and passed on to what the run starts", () => {
    const environment: Record<string, string> = {};
    const factor = patience(environment);
    expect(environment).toEqual({ KINORA_PATIENCE: String(factor) });
    expect(patience({ KINORA_PATIENCE: "2.5" })).toBe(2.5);
    expect(patient(15_000, { KINORA_PATIENCE: "2.5" })).toBe(37_500);
    expect(() => patience({ KINORA_PATIENCE: "none" })).toThrow("KINORA_PATIENCE is a number from 1 on, not none.");
  });

  test("counts what other work leaves of the processors, by the clock", () => {
    const clock = vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(1_200);
    expect(measuredPatience()).toBe(4);
    clock.mockRestore();
  });
});

describe("waits within tests", () => {
  test("last as long as the run needs, those with a bound of their own too", async () => {
    vi.stubEnv("KINORA_PATIENCE", "10000");
    let looks = 0;
    // Five looks take longer than the bound of 5 ms, and not nearly as long as 10,000 times that.
    const fifth = () => expect((looks += 1)).toBeGreaterThan(4);
    await vi.waitFor(fifth, { timeout: 5, interval: 15 });
    looks = 0;
    await expect.poll(() => (looks += 1), { timeout: 5, interval: 15 }).toBeGreaterThan(4);
    vi.unstubAllEnvs();
  });
});
