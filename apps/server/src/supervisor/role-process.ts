import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { memoryKills } from "@kinora/media/tools/memory-kills.ts";
import { killedForMemoryVariable } from "../platform/process/killed-for-memory.ts";
import { metricsAnswer, metricsQuestion } from "../platform/process/metrics-messages.ts";
import { isStartedMessage } from "../platform/process/started-message.ts";
import { forgetProcess, killGroup, recordProcess } from "./leftovers.ts";
import { probeReadiness } from "./readiness.ts";
import type { RoleLog } from "./role-log.ts";

/** How to run one role once. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string | undefined>;
  cwd: string;
  /** Each is polled until its status is 200; none for a process without a health port. */
  readyUrls: string[];
  /** Sent to the process over the IPC channel once it is known. */
  word?: Promise<object>;
}

/** A role and how to launch it; evaluated for every launch, so that ports may change. */
export interface RolePlan {
  name: string;
  launch: () => Promise<Launch>;
}

export type RoleEvent =
  | { kind: "started"; pid: number }
  | { kind: "ready"; pid: number }
  | { kind: "died"; pid: number; how: string; pauseMs: number };

const healthyMs = 10_000;
/** How long after its launch a program is asked that does not report that it listens. */
const unannouncedMs = 1_000;
const longestPauseMs = 30_000;

/** Keeps one role's process running until `stop`: the first restart is immediate, further ones back off. */
export class RoleProcess {
  readonly name: string;
  readonly #plan: RolePlan;
  readonly #dataDir: string;
  readonly #log: RoleLog;
  readonly #report: (event: RoleEvent) => void;
  readonly #onMessage: (message: unknown) => void;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #deaths = 0;
  #renewing = false;
  /** The process before this one, when the kernel killed it to get memory. */
  #killedForMemory = 0;
  /** Why the role is not ready; null when it is. */
  notReadyBecause: string | null = "it has not started";

  constructor(
    plan: RolePlan,
    dataDir: string,
    log: RoleLog,
    report: (event: RoleEvent) => void,
    onMessage: (message: unknown) => void = () => undefined,
  ) {
    this.name = plan.name;
    this.#plan = plan;
    this.#dataDir = dataDir;
    this.#log = log;
    this.#report = report;
    this.#onMessage = onMessage;
  }

  /** Current process id, or null between an exit and the next launch. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Whether it ended by itself since it was healthy last. */
  get hasDied(): boolean {
    return this.#deaths > 0;
  }

  /** The last log lines of the role. */
  get lastWords(): string[] {
    return this.#log.tail();
  }

  start(): void {
    this.#ended = this.#keepRunning();
  }

  /** Sends SIGTERM, and kills the whole process group if it has not exited after `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill("SIGTERM");
    const hurry = setTimeout(() => child?.pid && killGroup(child.pid), patienceMs);
    await this.#ended;
    clearTimeout(hurry);
    this.#log.close();
  }

  /** Sends SIGTERM so that a new process replaces it immediately; not counted as a failure. */
  renew(): void {
    this.#renewing = this.#child !== null;
    this.#child?.kill("SIGTERM");
  }

  /** The Prometheus metrics of the process; null when it is down or times out. */
  fetchMetrics(patienceMs: number): Promise<object | null> {
    const child = this.#child;
    if (!child?.connected) return Promise.resolve(null);
    return new Promise((answer) => {
      const listen = (message: unknown) => {
        const metrics = metricsAnswer(message);
        if (metrics) settle(metrics);
      };
      const settle = (metrics: object | null) => {
        clearTimeout(patience);
        child.off("message", listen);
        answer(metrics);
      };
      const patience = setTimeout(() => settle(null), patienceMs);
      child.on("message", listen);
      child.send(metricsQuestion, (problem) => problem && settle(null));
    });
  }

  /**
   * Passes an accepted connection on to the process, which says so with a message when it has it; this process keeps its own
   * end of the connection open until then. False between an exit and the next launch.
   */
  handOver(message: object, connection: Socket): boolean {
    const child = this.#child;
    if (!child?.connected) return false;
    // What it did not take when it dies is handed to the next one.
    child.send(message, connection, { keepOpen: true }, () => undefined);
    return true;
  }

  /** Kills the process and its group immediately. */
  kill(): void {
    if (this.#child?.pid) killGroup(this.#child.pid);
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const how = await this.#runOnce();
      if (this.#stopping.signal.aborted) return;
      if (this.#renewing) {
        this.#renewing = false;
        continue;
      }
      const pauseMs = this.#deaths === 0 ? 0 : Math.min(longestPauseMs, 500 * 2 ** (this.#deaths - 1));
      this.#deaths += 1;
      this.#report({ kind: "died", ...how, pauseMs });
      // Stopping aborts the pause; the loop's condition handles it.
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Records the process; it runs also where a full disk takes no record, and then only Linux finds it if it survives. */
  #record(pid: number): void {
    try {
      recordProcess(this.#dataDir, `role-${this.name}`, pid);
    } catch (problem) {
      this.#log.write(`The process of ${this.name} is not recorded: ${String(problem)}\n`);
    }
  }

  async #runOnce(): Promise<{ pid: number; how: string }> {
    const launch = await this.#plan.launch();
    // Its own process group: leftover child processes are killed with it.
    const child = spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env:
        this.#killedForMemory > 0
          ? { ...launch.env, [killedForMemoryVariable]: String(this.#killedForMemory) }
          : launch.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    const pid = child.pid ?? 0;
    const killsBefore = memoryKills();
    const ended = new AbortController();
    const how = new Promise<string>((done) => {
      child.once("error", (problem) => done(problem.message));
      child.once("exit", (code, signal) => done(signal ?? `exit code ${code}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => this.#log.write(chunk));
    }
    const hasStarted = Promise.withResolvers<void>();
    child.on("message", (message) => {
      if (isStartedMessage(message)) hasStarted.resolve();
      else this.#onMessage(message);
    });
    if (pid) {
      this.#record(pid);
      this.#report({ kind: "started", pid });
      // It may already have exited.
      const failed = (problem: unknown) =>
        this.#log.write(`${this.name} could not be supervised: ${String(problem)}\n`);
      launch.word?.then((word) => child.connected && child.send(word, () => undefined)).catch(failed);
      this.#watchReadiness({ urls: launch.readyUrls, hasStarted: hasStarted.promise }, pid, ended.signal).catch(failed);
    }
    const end = await how;
    const isForMemory = end === "SIGKILL" && memoryKills() > killsBefore;
    this.#killedForMemory = isForMemory ? pid : 0;
    const words = isForMemory ? "killed by the system to get memory" : end;
    ended.abort();
    this.#child = null;
    this.notReadyBecause = `it ended (${words})`;
    if (pid) killGroup(pid);
    forgetProcess(this.#dataDir, `role-${this.name}`);
    return { pid, how: words };
  }

  async #watchReadiness(
    { urls, hasStarted }: { urls: string[]; hasStarted: Promise<void> },
    pid: number,
    ended: AbortSignal,
  ): Promise<void> {
    try {
      // Six processes that load their code have better uses for the processors than refused connections.
      await Promise.race([hasStarted, delay(unannouncedMs, undefined, { signal: ended })]);
      do {
        this.notReadyBecause = await probeReadiness(urls);
        if (this.notReadyBecause !== null) await delay(50, undefined, { signal: ended });
      } while (this.notReadyBecause !== null);
      if (ended.aborted) return;
      this.#report({ kind: "ready", pid });
      await delay(healthyMs, undefined, { signal: ended });
      this.#deaths = 0;
    } catch (problem) {
      if (!ended.aborted) throw problem;
    }
  }
}
