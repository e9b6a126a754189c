import { expect } from "@playwright/test";
import { patient } from "./patience.ts";

/** Seconds that Kinora promises for each of these at most, on a machine that does nothing else. */
const PROMISED_SECONDS = {
  "a publisher with a key that is not valid is disconnected": 1,
  "a livestream is back after its role was killed": 10,
  "a job is taken up again after its worker was killed": 2,
  "no media tool of a killed worker is left": 5,
  "a change is pushed by every API": 1,
  "the API answers after PostgreSQL was killed": 10,
  "unpublishing holds for every address of a video": 10,
  "a session that was ended is refused by every API and the login application": 1,
  "a permission that was taken away is refused by every API": 1,
} as const;

/** What is promised, as a sentence. */
export type Promised = keyof typeof PROMISED_SECONDS;

/** Longer than any time that is promised, three times over. */
export const MEASURED_PATIENCE_MS = patient(60_000);

/** The machines that run the tests differ, and do other things besides. */
const FACTOR = 3;

/**
 * Holds Kinora to a promised time: does `work`, prints how long it took, and expects no more than three times what is promised.
 * What `work` waits for is polled for {@link MEASURED_PATIENCE_MS}, so that a broken promise shows its figure.
 */
export async function expectWithin<T>(promised: Promised, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1000;
  const limit = PROMISED_SECONDS[promised];
  process.stdout.write(`${promised}: ${seconds.toFixed(2)} s (promised: ${limit} s)\n`);
  expect(seconds, promised).toBeLessThanOrEqual(limit * FACTOR);
  return result;
}
