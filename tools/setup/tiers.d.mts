export const SLOW_FILES: string;
export const FIRST_TIER: Record<string, string>;
/** Patterns of the test files that a runner leaves out. */
export function leftOut(environment?: Record<string, string | undefined>): string[];
