import type { JobWithMetadata } from "pg-boss";
import type { Services } from "../../context.ts";
import type { Envelope } from "./jobs.ts";
import type { Task } from "./tasks.ts";
import { groupsOutOfTurn, noteTurn } from "./turns.ts";

export type QueuedJob = JobWithMetadata<Envelope>;

/** What a dispatcher may do right now. */
export interface DispatchLimits {
  /** Jobs side by side; none while the worker drains or the queue is paused. */
  slots: number;
  /** Whether groups take turns. */
  fair: boolean;
}

/**
 * Takes the jobs of one task as long as it has room for them. Room may change at any time: what runs is never interrupted,
 * and with less room nothing is taken until enough has ended.
 */
export class Dispatcher {
  readonly #services: Pick<Services, "db" | "jobs" | "log">;
  readonly #task: Task;
  readonly #limits: () => DispatchLimits;
  readonly #run: (task: Task, job: QueuedJob) => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  readonly #groups = new Map<string, number>();
  #filling: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(
    services: Pick<Services, "db" | "jobs" | "log">,
    task: Task,
    limits: () => DispatchLimits,
    run: (task: Task, job: QueuedJob) => Promise<void>,
  ) {
    this.#services = services;
    this.#task = task;
    this.#limits = limits;
    this.#run = run;
  }

  /** There may be a job, or room for one. */
  wake(): void {
    if (this.#closed) return;
    if (this.#filling) {
      this.#again = true;
      return;
    }
    this.#filling = this.#fill()
      .catch((error: unknown) =>
        this.#services.log.debug({ err: error, task: this.#task.name }, "could not take a job from the queue"),
      )
      .finally(() => {
        this.#filling = null;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  /** Takes nothing more; resolves when everything that runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#filling;
    await Promise.all(this.#running);
  }

  async #fill(): Promise<void> {
    while (!this.#closed && this.#running.size < this.#limits().slots) {
      const job = await this.#next();
      if (!job) return;
      this.#start(job);
    }
  }

  async #next(): Promise<QueuedJob | undefined> {
    const { db, jobs } = this.#services;
    const { name, steered } = this.#task;
    const takeTurns = steered === true && this.#limits().fair;
    const ignoreGroups = [...this.#groupsWithoutRoom(), ...(takeTurns ? await groupsOutOfTurn(db, name) : [])];
    const [job] = await jobs.boss.fetch<Envelope>(name, { includeMetadata: true, ignoreGroups });
    if (job?.groupId && takeTurns) await noteTurn(db, name, job.groupId);
    return job;
  }

  #groupsWithoutRoom(): string[] {
    const { perGroup = Infinity } = this.#task;
    return [...this.#groups].filter(([, jobs]) => jobs >= perGroup).map(([group]) => group);
  }

  #start(job: QueuedJob): void {
    const group = job.groupId ?? null;
    const count = (change: number) => {
      if (group === null) return;
      const left = (this.#groups.get(group) ?? 0) + change;
      if (left > 0) this.#groups.set(group, left);
      else this.#groups.delete(group);
    };
    count(1);
    const running = this.#run(this.#task, job)
      .catch((error: unknown) =>
        // Its claim is still there: the next check of this worker returns it to the queue.
        this.#services.log.debug({ err: error, task: this.#task.name, job: job.id }, "could not end a job"),
      )
      .finally(() => {
        this.#running.delete(running);
        count(-1);
        // Where there was one there may be more.
        this.wake();
      });
    this.#running.add(running);
  }
}
