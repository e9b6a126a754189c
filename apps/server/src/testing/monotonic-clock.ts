import { vi } from "vitest";

const { now } = performance;
let aheadMs = 0;

/** Sets the monotonic clock of this process ahead, so that what may be answered from memory for so long is read again. Timers stay. */
export function setClockAhead(ms: number): void {
  aheadMs += ms;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + aheadMs);
}
