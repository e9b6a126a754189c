// How long tests wait is measured: a run that starts beside other work, or on a slow machine, waits longer for everything.
// Plain JavaScript without dependencies: it runs on whatever Node the machine has.

/** What the piece of work below takes on two quiet cores of the smallest machine we promise, in milliseconds. */
const QUIET_MS = 50;
const STEPS = 34_000_000;
/** What never happens is to end a run all the same. */
const MOST = 12;
const NAME = "KINORA_PATIENCE";

/** By what waits are multiplied when a fixed piece of work took this long: 1 on a quiet machine, and never less. */
export function factorOf(elapsedMs) {
  return Math.min(MOST, Math.max(1, Math.round((elapsedMs / QUIET_MS) * 10) / 10));
}

/** Measures this machine at this moment, by the clock: what others leave of its processors counts, not only how fast they are. */
export function measuredPatience() {
  const began = performance.now();
  workOnce();
  return factorOf(performance.now() - began);
}

function workOnce() {
  let value = 123_456_789;
  for (let step = 0; step < STEPS; step += 1) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
  }
  return value;
}

/** The factor of this run. What started the run measured it; where nothing did, it is measured now and passed on to processes. */
export function patience(environment = process.env) {
  environment[NAME] ??= String(measuredPatience());
  const factor = Number(environment[NAME]);
  if (!(factor >= 1)) throw new RangeError(`${NAME} is a number from 1 on, not ${environment[NAME]}.`);
  return factor;
}

/** A wait of so many milliseconds on a quiet machine, as long as this run needs. */
export function patient(milliseconds, environment = process.env) {
  return Math.round(milliseconds * patience(environment));
}
