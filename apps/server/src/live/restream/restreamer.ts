import type { Tx } from "@kinora/db/connect.ts";
import type { RestreamProfile } from "@kinora/domain/live/streams.ts";
import type { Services } from "../../context.ts";
import { ClosedAddress, resolvePublic } from "../../platform/http/public-address.ts";
import { featureRefusal } from "../../platform/installation/features.ts";
import type { Publisher, TagSource } from "../ingest/publisher.ts";
import { publishTo, RestreamProblem, type RtmpPublication } from "../ingest/rtmp/client.ts";
import { tagsOf } from "../ingest/rtmp/flv-tags.ts";
import { FLV_HEADER } from "../ingest/rtmp/flv.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { emitStream } from "../streams/announce.ts";
import { isLogged, logRestream } from "./restream-log.ts";
import { beginSpan, extendSpan } from "./restream-spans.ts";
import { saveRestreamState, reportBitrate } from "./restream-state.ts";
import { openRestreamKey } from "./restreams.ts";

const LONGEST_WAIT_MS = 30_000;
const CHANGED = "Its address, key or profile was changed, or the encoder sends something else.";
const ENCODER_GONE = "The encoder disconnected.";

/** How often a target is tried and measured, in milliseconds; tests shorten it. */
export interface RestreamTimes {
  /** From a first failure to the next attempt; doubles with each. */
  firstWaitMs: number;
  /** Between two measurements of the bitrate. */
  measureMs: number;
}
const TIMES: RestreamTimes = { firstWaitMs: 1_000, measureMs: 2_000 };

interface Target {
  id: number;
  name: string;
  url: string;
  key_sealed: Buffer;
  profile: RestreamProfile;
}

interface Failure {
  type: "restream_down" | "restream_retry";
  attempts: number;
  wasConnected: boolean;
  /** An attempt before it failed as well, so there is an event already. */
  isReported: boolean;
  reason: string;
}

/** Sends a publisher's media to each of a stream's targets; a failing or slow target does not affect the others. */
export class Restreamer {
  readonly #services: Services;
  readonly #encoded: TagSource;
  readonly #times: RestreamTimes;
  readonly #running = new Map<number, { same: string; stop(reason: string): void }>();
  #publisher: Publisher | null = null;

  /** @param encoded the media for targets with an encoded profile. */
  constructor(services: Services, encoded: TagSource, times: RestreamTimes = TIMES) {
    this.#services = services;
    this.#encoded = encoded;
    this.#times = times;
  }

  /** Connects and disconnects targets to match their settings. @param publisher null while no encoder is connected. */
  async follow(stream: LiveStream, publisher: Publisher | null): Promise<void> {
    if (publisher !== this.#publisher) this.stop();
    this.#publisher = publisher;
    if (!publisher) return;
    const enabled: Target[] = await this.#services.db
      .selectFrom("stream_restreams")
      .select(["id", "name", "url", "key_sealed", "profile"])
      .where("stream_id", "=", stream.id)
      .where("enabled", "=", true)
      .execute();
    const wanted = await this.#allowed(stream, enabled);
    const { isSoundAlone } = publisher;
    const same = ({ url, key_sealed: key, profile }: Target) =>
      `${url} ${key.toString("base64")} ${profile} ${isSoundAlone}`;
    for (const [id, running] of this.#running) {
      const target = wanted.find((each) => each.id === id);
      if (target && same(target) === running.same) continue;
      running.stop(target ? CHANGED : "It was switched off.");
      this.#running.delete(id);
    }
    for (const target of wanted) {
      if (this.#running.has(target.id)) continue;
      const stopping = new AbortController();
      this.#running.set(target.id, { same: same(target), stop: (reason) => stopping.abort(reason) });
      const failed = (error: unknown) =>
        this.#services.log.warn({ err: error, restream: target.id }, "restreaming to a target failed");
      this.#keepSending(stream, target, publisher, stopping.signal).catch(failed);
    }
  }

  /** Of the targets that are switched on, all; after the operator switched restreaming off, those that are connected already. */
  async #allowed(stream: LiveStream, enabled: Target[]): Promise<Target[]> {
    const starting = enabled.filter(({ id }) => !this.#running.has(id));
    if (starting.length === 0) return enabled;
    const refusal = await featureRefusal(this.#services, stream.account_id, "restreams");
    if (refusal === null) return enabled;
    for (const target of starting) {
      const place = { streamId: stream.id, id: target.id };
      await saveRestreamState(this.#services, place, { state: "idle", attempts: 0, detail: refusal });
    }
    return enabled.filter((target) => !starting.includes(target));
  }

  /** Disconnects all targets. */
  stop(): void {
    for (const { stop } of this.#running.values()) stop(ENCODER_GONE);
    this.#running.clear();
    this.#publisher = null;
  }

  async #keepSending(stream: LiveStream, target: Target, publisher: Publisher, signal: AbortSignal): Promise<void> {
    const place = { streamId: stream.id, id: target.id };
    let attempts = 0;
    let isReported = false;
    try {
      while (!signal.aborted && !publisher.ended) {
        await saveRestreamState(this.#services, place, {
          state: attempts === 0 ? "connecting" : "reconnecting",
          attempts,
        });
        const began = performance.now();
        const { problem, wasConnected } = await this.#sendOnce(stream, target, publisher, signal);
        if (signal.aborted || publisher.ended || !problem) break;
        // A connection that lasted resets the number of attempts.
        attempts = performance.now() - began > LONGEST_WAIT_MS ? 1 : attempts + 1;
        const type = wasConnected || attempts === 1 ? "restream_down" : "restream_retry";
        await this.#failed(stream, target, { type, attempts, wasConnected, isReported, reason: problem.message });
        isReported = !wasConnected;
        await saveRestreamState(this.#services, place, { state: "reconnecting", attempts, detail: problem.message });
        await pause(Math.min(LONGEST_WAIT_MS, this.#times.firstWaitMs * 2 ** (attempts - 1)), signal);
      }
      const reason = signal.aborted ? String(signal.reason) : ENCODER_GONE;
      await logRestream(this.#services, stream, target, "restream_off", reason);
      await saveRestreamState(this.#services, place, { state: "idle", attempts: 0 });
    } catch (error) {
      this.#services.log.warn({ err: error, restream: target.id }, "restreaming to a target failed");
    }
  }

  /** Opens one connection and sends until it ends. */
  async #sendOnce(
    stream: LiveStream,
    target: Target,
    publisher: Publisher,
    signal: AbortSignal,
  ): Promise<{ problem: RestreamProblem | null; wasConnected: boolean }> {
    const place = { streamId: stream.id, id: target.id };
    const key = openRestreamKey(this.#services, target.key_sealed);
    let connection: RtmpPublication;
    try {
      const url = new URL(target.url);
      const address = await resolvePublic(url.hostname, this.#services.config.allowPrivateUrls);
      connection = await publishTo(url, address, key);
    } catch (error) {
      if (error instanceof RestreamProblem) return { problem: error, wasConnected: false };
      if (error instanceof ClosedAddress) return { problem: new RestreamProblem(error.message), wasConnected: false };
      throw error;
    }
    signal.addEventListener("abort", () => connection.close(), { once: true });
    if (signal.aborted) connection.close();
    let hasBegun = false;
    // Targets take no sound without a picture.
    const isOwn = target.profile === "source" && !publisher.isSoundAlone;
    const source = isOwn ? publisher : this.#encoded;
    const stopListening = source.listen((tag, keyframe) => {
      if (!hasBegun && !keyframe) return;
      if (!hasBegun) for (const head of tagsOf(source.head().subarray(FLV_HEADER.length))) connection.send(head);
      hasBegun = true;
      connection.send(tag);
    });
    const stopEnding = publisher.onEnd(() => connection.close());
    await this.#services.db.transaction().execute(async (tx) => {
      await logRestream({ db: tx }, stream, target, "restream_up");
      await this.#emit(tx, stream, "restream.connected", { restream_id: target.id });
    });
    await saveRestreamState(this.#services, place, { state: "connected", attempts: 0 });
    const spanId = await beginSpan(this.#services, stream, target.id);
    const stopReporting = reportBitrate(this.#services, place, { connection, spanId, everyMs: this.#times.measureMs });
    const problem = await connection.ended;
    stopReporting();
    await extendSpan(this.#services.db, spanId, this.#services.clock.now());
    stopListening();
    stopEnding();
    return { problem, wasConnected: true };
  }

  /** Logs a connection that was lost or not made, and emits its event: attempts in a row that fail have one. */
  async #failed(stream: LiveStream, target: Target, failure: Failure): Promise<void> {
    const { type, attempts, wasConnected, isReported, reason } = failure;
    await this.#services.db.transaction().execute(async (tx) => {
      if (type === "restream_down") await logRestream({ db: tx }, stream, target, type, reason);
      else if (isLogged(attempts - 1))
        await logRestream({ db: tx }, stream, target, type, `#${attempts - 1}: ${reason}`);
      if (wasConnected) await this.#emit(tx, stream, "restream.disconnected", { restream_id: target.id });
      else if (!isReported) await this.#emit(tx, stream, "restream.error", { restream_id: target.id, reason });
    });
  }

  #emit(tx: Tx, stream: LiveStream, type: string, payload: Record<string, unknown>): Promise<void> {
    return emitStream(this.#services, tx, stream, type, { kind: "system" }, payload);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
