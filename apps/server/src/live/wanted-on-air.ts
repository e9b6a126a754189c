import { onAirSource, type OnAirSource } from "@kinora/domain/onAir.ts";
import type { SessionEndReason, StreamFacts } from "@kinora/domain/streams.ts";
import type { LiveStream } from "./session-records.ts";

/** What people chose of a stream, and why its last session ended. */
type Choices = Pick<
  LiveStream,
  | "enabled"
  | "paused"
  | "switched_to"
  | "last_end"
  | "loop_key"
  | "loop_before_live"
  | "loop_on_disconnect"
  | "loop_when_paused"
>;

/** What viewers of a stream are to see, with the ingest as the live role knows it. */
export function wantedOnAir(
  stream: Choices,
  ingest: StreamFacts["ingest"],
  canLoop: boolean = stream.loop_key !== null,
): OnAirSource {
  const { enabled, paused, switched_to, last_end: lastEnd } = stream;
  const loop = {
    before_live: stream.loop_before_live,
    on_disconnect: stream.loop_on_disconnect,
    when_paused: stream.loop_when_paused,
  };
  return onAirSource({ enabled, paused, ingest, switched_to, loop, canLoop, lastEnd });
}

/** A stream once its session ended: the slate and the pause were the session's. */
export function afterSession(stream: LiveStream, reason: SessionEndReason, forGood: boolean): LiveStream {
  return {
    ...stream,
    enabled: stream.enabled && !forGood && reason !== "disabled",
    paused: false,
    switched_to: stream.switched_to === "slate" ? "live" : stream.switched_to,
    last_end: reason,
  };
}
