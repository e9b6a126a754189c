import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { LogSeverity, StreamLogType } from "@kinora/domain/live/stream-log.ts";
import { STREAM_LABELS, type StreamState } from "@kinora/domain/live/stream-states.ts";
import { STREAMS_MAX } from "@kinora/domain/live/streams.ts";
import {
  liveChannel,
  projectChannel,
  STREAM_CHANGED_EVENT,
  STREAM_STATE_EVENT,
  type StreamStatePush,
} from "@kinora/domain/realtime.ts";
import type { Context, Services } from "../../context.ts";
import { notify, publish } from "../../platform/events/events.ts";
import { LIVE_CONTROL } from "../../platform/events/live-control.ts";
import { record } from "../../platform/events/record.ts";
import type { Noun } from "../../platform/nouns/noun.ts";

/** The channel on which edges are notified to read playback rules again. */
const PLAYBACK_CHANGED = "playback_changed";

/** Makes edges read a livestream again. */
export const announcePlayback = (on: Executor, hash: string): Promise<void> => notify(on, PLAYBACK_CHANGED, hash);

/** What announcements need of a stream. */
export interface AnnouncedStream {
  id: number;
  hash: string;
  name: string;
  project_id: number;
  account_id: number;
  state: StreamState;
  paused: boolean;
  on_air: OnAirSource;
}

export interface LogLine {
  type: StreamLogType;
  severity?: LogSeverity;
  detail?: string;
  sessionId?: number | null;
  clientIp?: string | null;
  userId?: number | null;
  restreamId?: number;
}

/** Inserts a line into a stream's log; `detail` must not contain a key. */
export async function logStream(
  on: Executor,
  stream: Pick<AnnouncedStream, "id" | "project_id">,
  line: LogLine,
): Promise<void> {
  await on
    .insertInto("stream_log")
    .values({
      stream_id: stream.id,
      project_id: stream.project_id,
      session_id: line.sessionId ?? null,
      type: line.type,
      severity: line.severity ?? "info",
      detail: line.detail ?? "",
      client_ip: line.clientIp ?? null,
      user_id: line.userId ?? null,
      restream_id: line.restreamId ?? null,
    })
    .execute();
}

/** Pushes a stream's state to its subscribers, to lists of its project and to the edges. */
export async function pushState(on: Executor, stream: AnnouncedStream): Promise<void> {
  const { id, state, paused, on_air } = stream;
  const data: StreamStatePush = { id, state, label: STREAM_LABELS[state], paused, on_air };
  await publish(on, liveChannel(id), STREAM_STATE_EVENT, data);
  await publish(on, projectChannel(stream.project_id), STREAM_CHANGED_EVENT, { id });
  await announcePlayback(on, stream.hash);
}

/** Emits an outbox event of a stream. */
export async function emitStream(
  services: Pick<Services, "emit">,
  tx: Tx,
  stream: AnnouncedStream,
  type: string,
  actor: Record<string, unknown> = { kind: "system" },
  payload: Record<string, unknown> = {},
): Promise<void> {
  const { id, account_id: accountId, project_id: projectId } = stream;
  await services.emit(tx, { type, accountId, projectId, payload: { stream_id: id, ...payload }, actor });
}

/** A livestream; it has rows of other tables besides, as its tags and its loop. */
export const STREAM: Noun<"streams"> = {
  table: "streams",
  name: "stream",
  title: ({ name }) => name,
  most: STREAMS_MAX,
  gone: "deleted_at",
  changed: announceState,
};

/** Pushes a change to everybody who shows the stream, and to its live host. */
async function announceState(tx: Tx, stream: AnnouncedStream): Promise<void> {
  await pushState(tx, stream);
  await notify(tx, LIVE_CONTROL, String(stream.id));
}

/** Announces a change by a user: outbox event, audit log, push, and a notification to the live host. */
export async function announceChange(
  context: Context,
  tx: Tx,
  stream: AnnouncedStream,
  action: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const place = { accountId: stream.account_id, projectId: stream.project_id };
  await record(context, tx, place, { action, object: { type: "stream", id: stream.id, title: stream.name }, changes });
  await announceState(tx, stream);
}
