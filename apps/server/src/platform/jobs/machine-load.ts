import { cpus } from "node:os";
import { machineMemory } from "../process/machine-memory.ts";

/** How busy this machine is. */
export interface MachineLoad {
  cpus: number;
  /** 0–1, of all processors since the last measurement. */
  cpuShare: number;
  memoryUsedBytes: number;
  memoryTotalBytes: number;
}

/** Measures this machine, or the part of its memory that a container may use, each time since the time before. */
export class LoadMeter {
  #before = processorTimes();

  measure(): MachineLoad {
    const now = processorTimes();
    const whole = now.whole - this.#before.whole;
    const cpuShare = whole > 0 ? Math.min(1, Math.max(0, 1 - (now.idle - this.#before.idle) / whole)) : 0;
    this.#before = now;
    const memoryTotalBytes = machineMemory();
    const memoryUsedBytes = Math.max(0, memoryTotalBytes - process.availableMemory());
    return { cpus: now.count, cpuShare, memoryUsedBytes, memoryTotalBytes };
  }
}

function processorTimes() {
  const all = cpus();
  const sum = (of: (times: ReturnType<typeof cpus>[number]["times"]) => number) =>
    all.reduce((total, { times }) => total + of(times), 0);
  return {
    count: all.length,
    idle: sum(({ idle }) => idle),
    whole: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}
