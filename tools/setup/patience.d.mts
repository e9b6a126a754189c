/** By what waits are multiplied when the fixed piece of work took this long: 1 on a quiet machine, and never less. */
export function factorOf(elapsedMs: number): number;
/** Measures this machine at this moment. */
export function measuredPatience(): number;
/** The factor of this run, measured once and passed on in the environment as KINORA_PATIENCE. */
export function patience(environment?: Record<string, string | undefined>): number;
/** A wait of so many milliseconds on a quiet machine, as long as this run needs. */
export function patient(milliseconds: number, environment?: Record<string, string | undefined>): number;
