import { pino, type Logger } from "pino";
import { sourceStack } from "./process/source-stack.ts";

export type { Logger };

/**
 * JSON lines on standard output, and to each of `also`; secrets of a request are removed.
 *
 * Each line is written at once: pino would flush a buffer when the process ends, and retry without end when the pipe has no
 * reader, so that a role would outlive a supervisor that was killed.
 */
export function createLog(level: string, role: string, ...also: readonly { write(line: string): void }[]): Logger {
  return createLogOf({ level, role, also });
}

interface LogOptions {
  level: string;
  role: string;
  /** Written to as well. */
  also: readonly { write(line: string): void }[];
  /** Asked at each line for what it says besides. */
  facts?: (() => object) | undefined;
}

/** A log as `createLog` makes it, whose lines may say more. */
export function createLogOf({ level, role, also, facts }: LogOptions): Logger {
  const options = {
    level,
    base: { role, pid: process.pid },
    ...(facts ? { mixin: facts } : {}),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
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
  const output = pino.destination({ sync: true });
  // A stream of several filters lines again: the log's own level decides.
  const streams = [output, ...also].map((stream) => ({ stream, level: "trace" as const }));
  return also.length > 0 ? pino(options, pino.multistream(streams)) : pino(options, output);
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized = pino.stdSerializers.err(error);
  return { ...serialized, stack: sourceStack(serialized.stack) };
}
