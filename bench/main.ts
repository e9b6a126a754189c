import { execFile } from "node:child_process";
import { once as waitFor } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { benchmarks } from "./benchmarks.ts";
import { round, takePrinted, verdict } from "./figure.ts";
import { describeMachine } from "./machine.ts";
import { once } from "./sizes.ts";
import { withFigures, type Measured } from "./table.ts";

// npm run bench [NAME…] [--write] [--once]: prints every figure beside its peer or limit. A figure that misses its goal is no
// failure; a benchmark that could not measure is, once the others have run.
const PAGE = resolve(import.meta.dirname, "../docs/operations/benchmarks.md");
const OXFMT = resolve(import.meta.dirname, "../node_modules/.bin/oxfmt");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, once: { type: "boolean" } },
});
const usual = Object.keys(benchmarks).filter((name) => !benchmarks[name]?.onlyByName);
const names = positionals.length > 0 ? positionals : usual;
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}
if (values.write && once) {
  console.error("Figures of --once say nothing: they are not written into the page.");
  process.exit(2);
}

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
const untilStopped = waitFor(stopped.signal, "abort");
const began = performance.now();
const measured: Measured[] = [];
const failed: string[] = [];
for (const name of names) {
  if (stopped.signal.aborted) break;
  const machine = await describeMachine();
  const from = performance.now();
  try {
    await run(name);
    const date = new Date().toISOString().slice(0, 10);
    measured.push({ name, figures: takePrinted(), date, machine });
    console.log(`  measured in ${round((performance.now() - from) / 1_000)} s (${machine})`);
  } catch (problem) {
    takePrinted();
    failed.push(name);
    const words = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    console.log(`  could not be measured: ${words}`);
  }
}
if (values.write) await write();
close();

/** Runs a benchmark; what it started ends with it, whatever went wrong. */
async function run(name: string): Promise<void> {
  const benchmark = benchmarks[name];
  if (!benchmark) return;
  console.log(`\n${name}: ${benchmark.what}`);
  await using cleanUp = new AsyncDisposableStack();
  await Promise.race([benchmark.run(cleanUp, stopped.signal), untilStopped]);
  stopped.signal.throwIfAborted();
}

async function write(): Promise<void> {
  await writeFile(PAGE, withFigures(await readFile(PAGE, "utf8"), Object.keys(benchmarks), measured));
  await promisify(execFile)(OXFMT, [PAGE]);
  console.log(`\nThe table in ${PAGE} has the figures of ${measured.map(({ name }) => name).join(", ")}.`);
}

/** One line that says how it went, and the exit code. */
function close(): void {
  const verdicts = measured.flatMap(({ figures }) => figures).map((figure) => verdict(figure, "kept", "missed"));
  const count = (words: string) => verdicts.filter((each) => each === words).length;
  const minutes = round((performance.now() - began) / 60_000);
  const ended = `${measured.length} of ${names.length} benchmarks measured in ${minutes} min: ${verdicts.length} figures, ${count("kept")} goals kept, ${count("missed")} missed`;
  console.log(`\n${ended}${failed.length > 0 ? `; could not be measured: ${failed.join(", ")}` : ""}.`);
  // A benchmark that was stopped may still wait for something.
  process.exit(measured.length < names.length ? 1 : 0);
}
