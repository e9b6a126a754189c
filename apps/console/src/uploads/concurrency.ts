import { CONCURRENCIES, CONCURRENT_UPLOADS } from "./queue.ts";

const KEY = "uploadConcurrency";

/** How many files this browser sends at once, as someone chose it before. */
export function storedConcurrency(): number {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return CONCURRENCIES.find((known) => known === kept) ?? CONCURRENT_UPLOADS;
  } catch {
    return CONCURRENT_UPLOADS;
  }
}

export function storeConcurrency(files: number): void {
  try {
    localStorage.setItem(KEY, String(files));
  } catch {
    // A browser without a memory asks again next time.
  }
}
