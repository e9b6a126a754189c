/** What one file of tests did; `file` is null for a failure that belongs to no file. `failures` are the names of tests. */
export interface FileResult {
  file: string | null;
  passed: number;
  failures: string[];
}

interface PlaywrightSuite {
  file?: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string }[] }[];
}

export const SECOND_RUN_FILES: number;
export function vitestFiles(report: {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}): FileResult[];
export function playwrightFiles(report: { suites: PlaywrightSuite[]; errors: { message?: string }[] }): FileResult[];
export function filesToRepeat(files: readonly FileResult[]): string[];
export function totalled(
  first: readonly FileResult[],
  second: readonly FileResult[],
): { passed: number; failures: string[] };
