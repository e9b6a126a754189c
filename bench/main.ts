import { benchmarks } from "./benchmarks.ts";

// npm run bench [NAME…]: prints every figure beside its peer or limit; says what it measured, never whether that is good.
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(benchmarks);
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
let failed = 0;
for (const name of names) {
  const benchmark = benchmarks[name];
  if (!benchmark || stopped.signal.aborted) continue;
  console.log(`\n${name}: ${benchmark.what}`);
  // What a benchmark started must end with it, whatever went wrong.
  await using cleanUp = new AsyncDisposableStack();
  try {
    await benchmark.run(cleanUp, stopped.signal);
  } catch (problem) {
    failed += 1;
    console.log(
      `  could not be measured: ${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}`,
    );
  }
}
process.exitCode = failed > 0 ? 1 : 0;
