/** Exit codes of a start that fails; documented in docs/operations/exit-codes.md. */
export const exitCodes = {
  stopped: 0,
  unexpected: 1,
  setting: 2,
  dataFolder: 3,
  diskFull: 4,
  portInUse: 5,
  alreadyRunning: 6,
  database: 7,
  migration: 8,
  roleNotReady: 9,
} as const;

/** Thrown when Kinora cannot start; the message is for the operator. */
export class StartRefusal extends Error {
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}
