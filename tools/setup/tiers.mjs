// Tests are of two tiers: `npm test` runs the first, `npm run test:all` both. What is named by hand runs whatever its tier.

/** Files of the second tier only: what is extraordinary and takes long. */
export const SLOW_FILES = "**/*.slow.test.{ts,tsx}";

/** The tag of tests of the second tier within a file of the first: a room's way is tried there, its corners are not. */
export const SLOW_TAG = "@slow";

/** The environment in which a runner leaves out what belongs to the second tier. */
export const FIRST_TIER = { KINORA_TESTS: "first" };

/** Patterns of the test files that a runner leaves out. */
export function leftOut(environment = process.env) {
  return isFirst(environment) ? [SLOW_FILES] : [];
}

/** Which tests Vitest runs, by their tags. */
export function tagsFilter(environment = process.env) {
  return isFirst(environment) ? [`!${SLOW_TAG}`] : [];
}

/** Patterns of the tests, by their titles with tags, that Playwright leaves out. */
export function leftOutTests(environment = process.env) {
  return isFirst(environment) ? [new RegExp(`${SLOW_TAG}\\b`)] : [];
}

function isFirst(environment) {
  return environment.KINORA_TESTS === FIRST_TIER.KINORA_TESTS;
}
