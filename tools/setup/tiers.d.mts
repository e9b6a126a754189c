export const SLOW_FILES: string;
export const FIRST_TIER: Record<string, string>;
/** Patterns of the test files that a runner leaves out. */
export function leftOut(environment?: Record<string, string | undefined>): string[];
export const SLOW_TAG: string;
/** Patterns of the tests, by their titles with tags, that Playwright leaves out. */
export function leftOutTests(environment?: Record<string, string | undefined>): RegExp[];
/** Which tests Vitest runs, by their tags. */
export function tagsFilter(environment?: Record<string, string | undefined>): string[];
