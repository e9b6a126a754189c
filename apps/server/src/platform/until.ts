import { setTimeout as wait } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** Waits until `look` answers something; gives up with the caller's test time. */
export async function until<T>(look: () => Promise<T | null | undefined | false>, patienceMs = 60_000): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error(`What was waited for did not happen within ${patienceMs / 1000} s.`);
    await wait(LOOK_EVERY_MS);
  }
}
