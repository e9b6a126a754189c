import { pino, type Logger } from "pino";

export type { Logger };

/**
 * JSON lines on standard output; secrets that could ride along in a request are cut out.
 *
 * Each line is written at once: what pino would keep for later it writes when the process ends, and tries for ever where nobody reads
 * any more, so that a role would outlive a supervisor that was killed.
 */
export function createLog(level: string, role: string): Logger {
  const options = {
    level,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "req.headers.cookie",
        "req.headers.authorization",
        "headers.cookie",
        "headers.authorization",
        "password",
        "token",
      ],
      censor: "[redacted]",
    },
  };
  return pino(options, pino.destination({ sync: true }));
}
