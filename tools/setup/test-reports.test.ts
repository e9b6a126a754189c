import { describe, expect, test } from "vitest";
import { filesToRepeat, playwrightFiles, SECOND_RUN_FILES, totalled, vitestFiles } from "./test-reports.mjs";

const suite = (file: string, ...statuses: string[]) => ({
  file,
  specs: [],
  suites: [{ specs: statuses.map((status) => ({ title: `is ${status}`, tests: [{ status }] })) }],
});

describe("the reports of the runners", () => {
  test("a file of unit tests that could not be loaded is a failure", () => {
    const [file] = vitestFiles({ testResults: [{ name: "a.test.ts", status: "failed", assertionResults: [] }] });
    expect(file).toEqual({ file: "a.test.ts", passed: 0, failures: ["could not be loaded"] });
  });

  test("browser tests are counted by file, in nested groups too", () => {
    const report = { suites: [suite("a.test.ts", "expected", "unexpected", "skipped")], errors: [] };
    expect(playwrightFiles(report)).toEqual([{ file: "e2e/a.test.ts", passed: 1, failures: ["is unexpected"] }]);
  });

  test("what failed once and passed at its second run is no failure any more, what failed twice is one", () => {
    const first = [
      { file: "good", passed: 3, failures: [] },
      { file: "starved", passed: 1, failures: ["is late"] },
      { file: "broken", passed: 1, failures: ["is wrong"] },
    ];
    expect(filesToRepeat(first)).toEqual(["starved", "broken"]);
    const second = [
      { file: "starved", passed: 2, failures: [] },
      { file: "broken", passed: 1, failures: ["is wrong"] },
    ];
    expect(totalled(first, second)).toEqual({ passed: 6, failures: ["broken › is wrong"] });
  });

  test("many failing files, and errors outside a test, are not run again", () => {
    const failing = Array.from({ length: SECOND_RUN_FILES + 1 }, (_, at) => ({
      file: `${at}`,
      passed: 0,
      failures: ["is wrong"],
    }));
    expect(filesToRepeat(failing)).toEqual([]);
    expect(filesToRepeat(playwrightFiles({ suites: [], errors: [{}] }))).toEqual([]);
  });
});
