import type { LiveEncodePlan, LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { Services } from "../context.ts";
import { logStream } from "./announce.ts";
import type { EncodingCapacity } from "./capacity.ts";
import { planEncoding } from "./encoding.ts";
import type { LiveStream } from "./session-records.ts";

/** What a publisher is told that this machine has no room for. */
export const NO_ROOM =
  "This host can not encode another livestream. End another one, or choose to send this one as it is.";

/** A rung that is encoded again costs viewers a seam, and another one if it was too early: at most 16 minutes are waited. */
const firstPatienceSeconds = 60;
const mostPatience = 16;

type Stream = Pick<LiveStream, "id" | "project_id" | "ladder" | "latency">;

/** The room a stream's ladder has on this machine: rungs for which there is none are left out, and so are those it falls behind with. */
export class LadderRoom {
  readonly #services: Services;
  readonly #capacity: EncodingCapacity;
  #wanted: LiveEncodePlan | null = null;
  #plan: LiveEncodePlan | null = null;
  #leftOut: readonly string[] = [];
  /** Rungs given up in this session and not back yet. */
  #dropped = 0;
  /** How often that was. */
  #drops = 0;

  constructor(services: Services, capacity: EncodingCapacity) {
    this.#services = services;
    this.#capacity = capacity;
  }

  /** Rungs that viewers should have and do not, lowest first. */
  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  /** How long an encoder is to have time to spare before a rung comes back, in seconds: longer each time; null when none is away. */
  get patienceSeconds(): number | null {
    if (this.#leftOut.length === 0) return null;
    return firstPatienceSeconds * Math.min(mostPatience, 2 ** Math.max(0, this.#drops - 1));
  }

  /** Plans the encode of what comes in; null when there is no room for it, which is in the stream's log. */
  async plan(stream: Stream, sessionId: number | null, input: LiveInput): Promise<LiveEncodePlan | null> {
    const wanted = planEncoding(stream, input);
    const most = Math.max(1, wanted.rungs.length - this.#dropped);
    const within = this.#capacity.reserve(stream.id, { ...wanted, rungs: wanted.rungs.slice(0, most) });
    if (!within) {
      await this.#log(stream, sessionId, "error", NO_ROOM);
      return null;
    }
    this.#wanted = wanted;
    const before = this.#leftOut.length;
    this.#plan = within;
    this.#leftOut = labelsOf(wanted.rungs.slice(within.rungs.length));
    if (this.#leftOut.length > before)
      await this.#log(
        stream,
        sessionId,
        "warning",
        `This host can not encode all of it: without ${listed(this.#leftOut)}.`,
      );
    return within;
  }

  /** The encoder fell behind: the plan without its highest rung; null when there is none to give up. */
  async drop(stream: Stream, sessionId: number | null): Promise<LiveEncodePlan | null> {
    const plan = this.#plan;
    const highest = plan?.rungs.at(-1);
    if (!plan || !highest || plan.passThrough || plan.rungs.length < 2) {
      await this.#log(
        stream,
        sessionId,
        "error",
        "Encoding falls behind real time, and there is no rung left to give up.",
      );
      return null;
    }
    this.#dropped += 1;
    this.#drops += 1;
    const smaller = { ...plan, rungs: plan.rungs.slice(0, -1) };
    this.#plan = this.#capacity.reserve(stream.id, smaller) ?? smaller;
    this.#leftOut = [highest.label, ...this.#leftOut];
    await this.#log(stream, sessionId, "warning", `Encoding fell behind real time: ${highest.label} was given up.`);
    return this.#plan;
  }

  /** The encoder has time to spare: the plan with the lowest rung that is away, or null when there is no room for it. */
  async restore(stream: Stream, sessionId: number | null): Promise<LiveEncodePlan | null> {
    const [wanted, plan] = [this.#wanted, this.#plan];
    if (!wanted || !plan) return null;
    const within = this.#capacity.reserve(stream.id, {
      ...wanted,
      rungs: wanted.rungs.slice(0, plan.rungs.length + 1),
    });
    const back = within?.rungs[plan.rungs.length];
    if (!within || !back) return null;
    this.#plan = within;
    this.#dropped = Math.max(0, this.#dropped - 1);
    this.#leftOut = labelsOf(wanted.rungs.slice(within.rungs.length));
    const detail = `There is time to encode ${back.label} again.`;
    await logStream(this.#services.db, stream, { type: "recovered", severity: "info", detail, sessionId });
    return within;
  }

  /** Nobody publishes any more; `forGood` when the session is over, too. */
  release(streamId: number, forGood: boolean): void {
    this.#capacity.release(streamId);
    this.#plan = this.#wanted = null;
    if (!forGood) return;
    this.#dropped = this.#drops = 0;
    this.#leftOut = [];
  }

  #log(stream: Stream, sessionId: number | null, severity: "warning" | "error", detail: string): Promise<void> {
    return logStream(this.#services.db, stream, { type: "degraded", severity, detail, sessionId });
  }
}

const labelsOf = (rungs: readonly { label: string }[]): string[] => rungs.map(({ label }) => label);
const listed = (labels: readonly string[]): string => labels.join(" and ");
