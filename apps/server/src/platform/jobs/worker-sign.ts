import type { Database } from "@kinora/db/connect.ts";
import type { DiskSpace } from "@kinora/domain/operations/disk.ts";
import { sql } from "kysely";
import { VERSION } from "../process/version.ts";
import { LoadMeter } from "./machine-load.ts";
import { OutputWatch, type RunningTool } from "./running-tools.ts";

/** A worker says what it is and does at every third look. */
const LOOKS_PER_SIGN = 3;

/** Who a worker is. */
interface WorkerIdentity {
  /** What superusers call it, also after a restart. */
  name: string;
  /** Its machine. */
  host: string;
  /** Media jobs it runs side by side now. */
  slots(): number;
  /** The disk where it encodes. */
  disk(): Promise<DiskSpace>;
}

/** What a worker tells the database about itself: what it is, how busy its machine is, and the media tools of its jobs. */
export class WorkerSign {
  readonly host: string;
  readonly #identity: WorkerIdentity;
  readonly #jobs = new Map<string, { tools: Set<RunningTool>; watch: OutputWatch }>();
  readonly #meter = new LoadMeter();
  #looks = 0;

  constructor(identity: WorkerIdentity) {
    this.#identity = identity;
    this.host = identity.host;
  }

  /** The columns of its row. */
  async describe() {
    const { freeBytes, totalBytes } = await this.#identity.disk();
    const { cpus, cpuShare, memoryUsedBytes, memoryTotalBytes } = this.#meter.measure();
    return {
      name: this.#identity.name,
      version: VERSION,
      slots: this.#identity.slots(),
      cpus,
      cpu_share: cpuShare,
      memory_used_bytes: memoryUsedBytes,
      memory_total_bytes: memoryTotalBytes,
      disk_free_bytes: freeBytes,
      disk_total_bytes: totalBytes,
    };
  }

  /** Where a job that begins puts its media tools. */
  begin(jobId: string): Set<RunningTool> {
    const tools = new Set<RunningTool>();
    this.#jobs.set(jobId, { tools, watch: new OutputWatch() });
    return tools;
  }

  end(jobId: string): void {
    this.#jobs.delete(jobId);
  }

  /** Asks the media tools of a job to end; does nothing when it is not running here. */
  terminateTools(jobId: string): void {
    for (const tool of this.#jobs.get(jobId)?.tools ?? []) tool.terminate();
  }

  /** Whether the worker is listed; gives a sign of life at every third call. */
  async isListed(db: Database, workerId: number): Promise<boolean> {
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_SIGN !== 0)
      return (await db.selectFrom("workers").select("id").where("id", "=", workerId).executeTakeFirst()) !== undefined;
    const listed = await db
      .updateTable("workers")
      .set({ ...(await this.describe()), seen_at: sql<Date>`now()` })
      .where("id", "=", workerId)
      .returning("id")
      .executeTakeFirst();
    await this.#writeTools(db, workerId);
    return listed !== undefined;
  }

  async #writeTools(db: Database, workerId: number): Promise<void> {
    const claims = [...this.#jobs].map(([jobId, { tools, watch }]) => ({
      job_id: jobId,
      moved: watch.hasMoved(tools),
      tools: [...tools].map((tool) => ({
        binary: tool.binary,
        command: tool.command,
        since: tool.since.toISOString(),
        log: tool.lines(),
      })),
    }));
    if (claims.length === 0) return;
    await sql`
      update job_claims set tools = seen.tools, moved_at = case when seen.moved then now() else moved_at end
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as seen (job_id uuid, moved boolean, tools jsonb)
      where job_claims.job_id = seen.job_id and worker_id = ${workerId}::bigint`.execute(db);
  }
}
