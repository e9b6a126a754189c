/** Thrown when a start, build or install cannot continue; the message is for the operator, the code for the shell. */
export class SetupFailure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Ends the process with a failure's words and code; anything else is a fault of ours and shown whole. */
export function endWith(problem) {
  console.error(problem instanceof SetupFailure ? problem.message : problem);
  process.exit(problem instanceof SetupFailure ? problem.exitCode : 1);
}
