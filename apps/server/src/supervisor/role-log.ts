import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from "node:fs";

const maximumBytes = 10 * 1024 * 1024;
const keptFiles = 5;
const warningLevel = 40;
const levelNames: Record<number, string> = { 40: "warning", 50: "error", 60: "fatal" };

/** A role's log file: lines are appended, and the file is renamed to `.1` … `.5` when it reaches 10 MB. */
export interface RoleLog {
  /** Appends output of the process; chunks may end inside a line. */
  write(chunk: string): void;
  /** The last lines written, oldest first, for the error about a role that does not start. */
  tail(): string[];
  close(): void;
}

/**
 * Opens the log file of a role; `warn` gets one compact line for each warning and error in it. Lines that cannot be written,
 * as on a full disk, are dropped and counted: the next one that can be is preceded by their number.
 */
export function openRoleLog(file: string, role: string, warn: (line: string) => void): RoleLog {
  let handle: number | null = openSync(file, "a", 0o600);
  let sizeBytes = statSync(file).size;
  let dropped = 0;
  let rest = "";
  const recent: string[] = [];

  function writeLine(line: string): void {
    recent.push(line);
    if (recent.length > 12) recent.shift();
    const warning = compactWarning(role, line);
    if (warning) warn(warning);
    try {
      // What was written last may have ended inside a line.
      append(dropped > 0 ? `\n${dropped} lines could not be written.\n${line}\n` : `${line}\n`);
      dropped = 0;
    } catch (problem) {
      // The role keeps running without its log.
      close();
      if (dropped === 0) warn(`${role}: lines are missing in its log: ${(problem as Error).message}`);
      dropped += 1;
    }
  }

  function append(text: string): void {
    if (sizeBytes + text.length > maximumBytes) {
      close();
      rotate(file);
      sizeBytes = 0;
    }
    const bytes = Buffer.from(text);
    handle ??= openSync(file, "a", 0o600);
    const written = writeSync(handle, bytes);
    sizeBytes += written;
    if (written < bytes.length) throw new Error("no space left on device");
  }

  function close(): void {
    if (handle !== null) closeSync(handle);
    handle = null;
  }

  return {
    write(chunk) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim()) writeLine(line);
    },
    tail: () => (rest ? [...recent, rest] : [...recent]),
    close() {
      if (rest.trim()) writeLine(rest);
      rest = "";
      close();
    },
  };
}

function rotate(file: string): void {
  for (let number = keptFiles - 1; number >= 0; number -= 1) {
    const from = number === 0 ? file : `${file}.${number}`;
    if (existsSync(from)) renameSync(from, `${file}.${number + 1}`);
  }
}

/** One line for the terminal when a log line is a warning or worse, or names the error of a crash; otherwise null. */
export function compactWarning(role: string, line: string): string | null {
  const entry = parse(line);
  if (!entry) return /^(Uncaught )?\[?\w*(Error|Exception)\b/.test(line) ? `${role}: ${line}` : null;
  const level = Number(entry["level"]);
  if (!(level >= warningLevel)) return null;
  const cause = (entry["err"] as { message?: string } | undefined)?.message;
  const words = [entry["msg"], cause].filter((part) => typeof part === "string" && part !== "");
  return `${role}: ${levelNames[level] ?? "warning"}: ${[...new Set(words)].join(": ")}`;
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}
