// Tests are of two tiers: `npm test` runs the first, `npm run test:all` both. What is named by hand runs whatever its tier.

/** Files of the second tier only: what is extraordinary and takes long. */
export const SLOW_FILES = "**/*.slow.test.{ts,tsx}";

/** The environment in which a runner leaves out what belongs to the second tier. */
export const FIRST_TIER = { KINORA_TESTS: "first" };

/** Patterns of the test files that a runner leaves out. */
export function leftOut(environment = process.env) {
  return environment.KINORA_TESTS === FIRST_TIER.KINORA_TESTS ? [SLOW_FILES] : [];
}
