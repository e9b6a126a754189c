import { readConfig } from "../platform/config.ts";
import { sourceStack } from "../platform/process/source-stack.ts";
import { VERSION } from "../platform/process/version.ts";
import { trustAuthority } from "../platform/settings/authorities.ts";
import { ConfigError } from "../platform/settings/setting.ts";
import { banner } from "./banner.ts";
import { firstRunLinkOf } from "./first-run-link.ts";
import { memoryWarning } from "./memory-warning.ts";
import { isPortFree } from "./ports.ts";
import { sharedRoles } from "./role-plans.ts";
import { exitCodes, StartRefusal } from "./start-refusal.ts";
import { startKinora, type RunningKinora } from "./start.ts";

// Files written by Kinora are readable by its own account only: uploads, videos, logs, keys.
process.umask(0o077);
const startedAt = performance.now();
const cancelled = new AbortController();
let running: RunningKinora | null = null;
let stopping: Promise<never> | null = null;
let stopRequestedAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopAll());
// The channel to the parent process closes when the parent exits, even by kill -9; then everything stops.
if (process.send) process.on("disconnect", () => stopAll());

try {
  const config = readConfig();
  trustAuthority(config);
  running = await startKinora(config, {
    warn,
    cancelled: cancelled.signal,
    dropRoot: true,
    onRole: (role, event) => notifyParent({ type: "role", role, ...event }),
  });
  const firstRunLink = await firstRunLinkOf(config, running.databaseUrl);
  if (stopRequestedAt) await finish(running);
  const { roles, databaseUrl } = running;
  const hasMailInbox = !config.smtpUrl && !(await isPortFree(config.ports.mailInbox));
  console.log(
    banner({
      version: VERSION,
      config,
      roles,
      sharing: sharedRoles(config),
      memory: memoryWarning(config),
      startedInMs: performance.now() - startedAt,
      hasMailInbox,
      firstRunLink,
    }),
  );
  notifyParent({ type: "ready", urls: config.urls, databaseUrl, firstRunLink, pids: running.pids() });
} catch (problem) {
  if (cancelled.signal.aborted) process.exit(exitCodes.stopped);
  refuse(problem);
}

function stopAll(): void {
  if (!stopRequestedAt) {
    stopRequestedAt = performance.now();
    console.log("Stopping…");
    cancelled.abort();
    if (running) stopping = finish(running);
    return;
  }
  // npm and the terminal both forward the same Ctrl-C; only a later second one means "do not wait".
  if (performance.now() - stopRequestedAt > 1_000) running?.hurry();
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
    console.error(`Kinora can't start. ${problem.message}`);
    process.exit(problem.exitCode);
  }
  if (problem instanceof ConfigError) {
    console.error(`Kinora can't start. ${problem.message}`);
    process.exit(exitCodes.setting);
  }
  const words = problem instanceof Error && problem.stack ? sourceStack(problem.stack) : problem;
  console.error("Kinora stopped because of a bug:", words);
  process.exit(exitCodes.unexpected);
}

function warn(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

/** Notifies the parent process, if it listens (the browser tests do). */
function notifyParent(message: object): void {
  if (process.connected) process.send?.(message);
}
