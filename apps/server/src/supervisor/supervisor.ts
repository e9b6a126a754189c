import type { Socket } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openRoleLog } from "./role-log.ts";
import { RoleProcess, type RoleEvent, type RolePlan } from "./role-process.ts";
import { StartRefusal } from "./start-refusal.ts";

export interface SuperviseOptions {
  dataDir: string;
  plans: RolePlan[];
  /** Receives one compact line for each message to the operator. */
  warn: (line: string) => void;
  /** Called when a role starts, becomes ready or exits. */
  onRole?: (role: string, event: RoleEvent) => void;
  /** Called with each message of a process. */
  onMessage?: (message: unknown) => void;
}

/** The running roles of one machine. */
export interface RunningRoles {
  /** Process id by role; roles between an exit and the next launch are left out. */
  pids(): Record<string, number>;
  /**
   * Resolves when every role is ready. Every `patienceMs` it says which are not, and why: a busy machine takes its time.
   * @throws StartRefusal when a role of these has died meanwhile, naming the reasons and their last log lines.
   */
  untilReady(patienceMs: number): Promise<void>;
  /** Stops all roles at the same time; those that need longer than `patienceMs` are killed. */
  stop(patienceMs: number): Promise<void>;
  /** Replaces every role by a new process, as after a change of the sources. */
  renew(): void;
  /** Kills all roles immediately. */
  kill(): void;
  /** Passes an accepted connection on to a process; false while it does not run. */
  handOver(name: string, message: object, connection: Socket): boolean;
  /** The Prometheus metrics of every role that responds. */
  fetchMetrics(): Promise<object[]>;
}

const metricsPatienceMs = 2_000;

/** Starts one process per role and keeps each running. */
export function superviseRoles({ dataDir, plans, warn, onRole, onMessage }: SuperviseOptions): RunningRoles {
  const roles = plans.map((plan) => {
    const log = openRoleLog(join(dataDir, `logs/${plan.name}.log`), plan.name, warn);
    const report = (event: RoleEvent) => {
      if (event.kind === "died")
        warn(
          `${plan.name} died (${event.how}); it is restarted ${event.pauseMs ? `in ${event.pauseMs / 1000} s` : "immediately"}.`,
        );
      onRole?.(plan.name, event);
    };
    return new RoleProcess(plan, dataDir, log, report, onMessage);
  });
  for (const role of roles) role.start();
  return {
    pids: () => Object.fromEntries(roles.flatMap((role) => (role.pid === null ? [] : [[role.name, role.pid]]))),
    async untilReady(patienceMs) {
      const begun = performance.now();
      let patience = patienceMs;
      for (let late = notReady(roles); late.length > 0; late = notReady(roles)) {
        if (performance.now() - begun > patience) {
          if (late.some((role) => role.hasDied)) throw refusal(late);
          warn(`Still waiting after ${Math.round(patience / 1000)} s: ${reasonsOf(late)}.${busyness()}`);
          patience += patienceMs;
        }
        await delay(25);
      }
    },
    async stop(patienceMs) {
      await Promise.all(roles.map((role) => role.stop(patienceMs)));
    },
    renew: () => roles.forEach((role) => role.renew()),
    kill: () => roles.forEach((role) => role.kill()),
    handOver: (name, message, connection) =>
      roles.find((role) => role.name === name)?.handOver(message, connection) ?? false,
    async fetchMetrics() {
      const answers = await Promise.all(roles.map((role) => role.fetchMetrics(metricsPatienceMs)));
      return answers.filter((answer) => answer !== null);
    },
  };
}

const notReady = (roles: readonly RoleProcess[]) => roles.filter((role) => role.notReadyBecause !== null);

const reasonsOf = (late: readonly RoleProcess[]) =>
  late.map((role) => `${role.name} is not ready: ${role.notReadyBecause}`).join("; ");

function refusal(late: readonly RoleProcess[]): StartRefusal {
  const words = late.flatMap((role) => role.lastWords.slice(-6).map((line) => `  ${role.name}: ${line}`));
  return new StartRefusal("roleNotReady", [reasonsOf(late), ...words].join("\n"));
}

/** How busy the machine is, as a sentence after another one, when more wants to run than it has processors. */
function busyness(): string {
  const [load = 0] = loadavg();
  const processors = availableParallelism();
  return load > processors ? ` The machine is busy: a load of ${load.toFixed(1)} on ${processors} processors.` : "";
}
