import { passThroughProblem, type LiveEncodePlan, type LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import type { Services } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { logStream } from "../streams/announce.ts";
import type { EncodingCapacity } from "./capacity.ts";
import { planEncoding } from "./encoding.ts";

/** The sentence for a publisher that is refused for lack of encoding capacity. */
export const NO_ROOM =
  "This host cannot encode another livestream. End another one, or send this one without encoding.";

/** Restoring a rung restarts the encoder, which viewers notice: the wait doubles with each drop, up to 16 minutes. */
const firstPatienceSeconds = 60;
const mostPatience = 16;

type Stream = Pick<LiveStream, "id" | "project_id" | "ladder" | "latency">;

/** Fits a stream's ladder to the machine's capacity: leaves out rungs that do not fit and drops rungs when the encoder falls behind. */
export class LadderRoom {
  readonly #services: Services;
  readonly #capacity: EncodingCapacity;
  #wanted: LiveEncodePlan | null = null;
  #plan: LiveEncodePlan | null = null;
  #leftOut: readonly string[] = [];
  /** Rungs dropped in this session and not yet restored. */
  #dropped = 0;
  /** Number of drops in this session. */
  #drops = 0;

  constructor(services: Services, capacity: EncodingCapacity) {
    this.#services = services;
    this.#capacity = capacity;
  }

  /** Labels of the planned rungs that are not encoded, lowest first. */
  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  /** Seconds of spare capacity before a rung is restored, longer with each drop; null when no rung is left out. */
  get patienceSeconds(): number | null {
    if (this.#leftOut.length === 0) return null;
    return firstPatienceSeconds * Math.min(mostPatience, 2 ** Math.max(0, this.#drops - 1));
  }

  /** Plans the encoding of a publisher's media; null when there is no capacity, which is written to the stream's log. */
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
    const problem = stream.ladder === "passthrough" || input.videoCodec === null ? passThroughProblem(input) : null;
    if (problem !== null)
      await this.#log(
        stream,
        sessionId,
        "warning",
        input.videoCodec === null ? problem : `This livestream is encoded, not passed through. ${problem}`,
      );
    if (this.#leftOut.length > before)
      await this.#log(
        stream,
        sessionId,
        "warning",
        `This host cannot encode every resolution: ${listed(this.#leftOut)} left out.`,
      );
    return within;
  }

  /** The plan without its highest rung, for an encoder that fell behind; null when only one rung is left. */
  async drop(stream: Stream, sessionId: number | null): Promise<LiveEncodePlan | null> {
    const plan = this.#plan;
    const highest = plan?.rungs.at(-1);
    if (!plan || !highest || plan.passThrough || plan.rungs.length < 2) {
      await this.#log(stream, sessionId, "error", "Encoding cannot keep up and only the lowest resolution is left.");
      return null;
    }
    this.#dropped += 1;
    this.#drops += 1;
    const smaller = { ...plan, rungs: plan.rungs.slice(0, -1) };
    this.#plan = this.#capacity.reserve(stream.id, smaller) ?? smaller;
    this.#leftOut = [highest.label, ...this.#leftOut];
    await this.#log(stream, sessionId, "warning", `Encoding could not keep up: ${highest.label} was dropped.`);
    return this.#plan;
  }

  /** The plan with the lowest missing rung restored, for an encoder with spare capacity; null when it does not fit. */
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
    const detail = `There is capacity for ${back.label} again.`;
    await logStream(this.#services.db, stream, { type: "recovered", severity: "info", detail, sessionId });
    return within;
  }

  /** Frees the reservation after the publisher disconnected; `forGood` when the session ended, too. */
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
