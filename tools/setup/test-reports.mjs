/** How many failing files are run a second time; more of them are no coincidence. */
export const SECOND_RUN_FILES = 4;

/** The files of vitest's JSON report, each with its counts. A file that could not be loaded counts as one failure. */
export function vitestFiles({ testResults }) {
  return testResults.map(({ name, status, assertionResults }) => {
    const failures = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => fullName);
    const passed = assertionResults.filter((test) => test.status === "passed").length;
    const isUnloaded = status === "failed" && failures.length === 0;
    return { file: name, passed, failures: isUnloaded ? ["could not be loaded"] : failures };
  });
}

/** The files of Playwright's JSON report, each with its counts. What did not run after a failure counts neither way. */
export function playwrightFiles({ suites, errors }) {
  const files = suites.map((suite) => {
    const tests = testsOf(suite);
    const passed = tests.filter(({ status }) => status === "expected").length;
    const failures = tests.filter(({ status }) => status === "unexpected" || status === "flaky");
    return { file: `e2e/${suite.file}`, passed, failures: failures.map(({ title }) => title) };
  });
  // An error outside a test has no file that could be run again.
  const outside = errors.map(({ message }) => message ?? "an error outside a test");
  return outside.length === 0 ? files : [...files, { file: null, passed: 0, failures: outside }];
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })));
  return [...own, ...suites.flatMap(testsOf)];
}

/** The files worth a second run alone: a few that failed, and nothing that has no file. */
export function filesToRepeat(files) {
  const failing = files.filter(({ failures }) => failures.length > 0);
  const isWorthIt = failing.length <= SECOND_RUN_FILES && failing.every(({ file }) => file !== null);
  return isWorthIt ? failing.map(({ file }) => file) : [];
}

/** What a run did in which some files were run again: what they did alone replaces what they did beside others. */
export function totalled(first, second) {
  const repeated = new Set(second.map(({ file }) => file));
  const files = [...first.filter(({ file }) => !repeated.has(file)), ...second];
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failures: files.flatMap(({ file, failures }) => failures.map((name) => (file ? `${file} › ${name}` : name))),
  };
}
