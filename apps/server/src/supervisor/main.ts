import { ConfigError, readConfig } from "../platform/config.ts";
import { VERSION } from "../platform/version.ts";
import { banner } from "./banner.ts";
import { firstRunLinkOf } from "./first-run-link.ts";
import { isPortFree } from "./ports.ts";
import { exitCodes, StartRefusal } from "./start-refusal.ts";
import { startKinora, type RunningKinora } from "./start.ts";

// What Kinora writes is for its own account alone: uploads, videos, logs, keys.
process.umask(0o077);
const startedAt = performance.now();
const cancelled = new AbortController();
let running: RunningKinora | null = null;
let stopping: Promise<never> | null = null;
let stopAskedAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopAll());
// Whoever started this process holds the other end of the channel: when it is gone, even by kill -9, everything stops.
if (process.send) process.on("disconnect", () => stopAll());

try {
  const config = readConfig();
  running = await startKinora(config, {
    warn,
    cancelled: cancelled.signal,
    leaveRoot: true,
    onRole: (role, event) => tell({ type: "role", role, ...event }),
  });
  const firstRunLink = await firstRunLinkOf(config, running.databaseUrl);
  if (stopAskedAt) await finish(running);
  const { roles, databaseUrl } = running;
  const hasMailInbox = !config.smtpUrl && !(await isPortFree(config.ports.mailInbox));
  console.log(
    banner({ version: VERSION, config, roles, startedInMs: performance.now() - startedAt, hasMailInbox, firstRunLink }),
  );
  tell({ type: "ready", urls: config.urls, databaseUrl, firstRunLink, pids: running.pids() });
} catch (problem) {
  if (cancelled.signal.aborted) process.exit(exitCodes.stopped);
  refuse(problem);
}

function stopAll(): void {
  if (!stopAskedAt) {
    stopAskedAt = performance.now();
    console.log("Stopping…");
    cancelled.abort();
    if (running) stopping = finish(running);
    return;
  }
  // npm and the terminal both pass the same Ctrl-C on; only a later second one means "do not wait".
  if (performance.now() - stopAskedAt > 1_000) running?.hurry();
}

async function finish(kinora: RunningKinora): Promise<never> {
  if (stopping) return stopping;
  try {
    await kinora.stop();
    console.log("Stopped.");
    process.exit(exitCodes.stopped);
  } catch (problem) {
    refuse(problem);
  }
}

function refuse(problem: unknown): never {
  if (problem instanceof StartRefusal) {
    console.error(`Kinora cannot start. ${problem.message}`);
    process.exit(problem.exitCode);
  }
  if (problem instanceof ConfigError) {
    console.error(`Kinora cannot start. ${problem.message}`);
    process.exit(exitCodes.setting);
  }
  console.error("Kinora stopped because of a fault of its own:", problem);
  process.exit(exitCodes.unexpected);
}

function warn(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

/** Tells the program that started this one, when it listens (the browser tests do). */
function tell(message: object): void {
  if (process.connected) process.send?.(message);
}
