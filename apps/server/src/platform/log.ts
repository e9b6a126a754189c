import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines on standard output; secrets that could ride along in a request are cut out. */
export function createLog(level: string, role: string): Logger {
  return pino({
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
  });
}
