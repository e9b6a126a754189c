import { setTimeout as wait } from "node:timers/promises";
import { patient } from "../../../../tools/setup/patience.mjs";

const LOOK_EVERY_MS = 50;

/** Polls until `look` returns a value; fails before the test times out. @param patienceMs on a quiet machine */
export async function until<T>(look: () => Promise<T | null | undefined | false>, patienceMs = 60_000): Promise<T> {
  const deadline = performance.now() + patient(patienceMs);
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error(`The condition was not met within ${patient(patienceMs) / 1000} s.`);
    await wait(LOOK_EVERY_MS);
  }
}
