import type { Tx } from "@kinora/db/connect.ts";
import type { SwitchSource } from "@kinora/domain/live/on-air.ts";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import type { Context } from "../../context.ts";
import { record } from "../../platform/events/record.ts";
import { change } from "../../platform/nouns/change.ts";
import { Refusal } from "../../platform/refusal.ts";
import { logStream, STREAM, type LogLine } from "./announce.ts";
import { beginAdBreak } from "./begin-ad-break.ts";
import { newStreamKey, openStreamKey } from "./keys.ts";
import { readStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream, requestSessionEnd } from "./service.ts";

/** Longest test picture, in minutes. */
const TEST_MINUTES = 10;

/** The stream key in plain text. Every call is in the audit log. */
export async function revealStreamKey(context: Context, grant: OwnProject, id: number): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const { key_sealed: sealed, ...stream } = await lockStream(tx, grant, id);
    const place = { accountId: stream.account_id, projectId: stream.project_id };
    const object = { type: "stream", id, title: stream.name };
    await record(context, tx, place, { action: "stream.key_revealed", event: null, object });
    return openStreamKey(context, sealed);
  });
}

/** Inserts what the caller did into the log of a stream and of its open session. */
async function logByCaller(
  context: Context,
  tx: Tx,
  grant: OwnProject,
  id: number,
  line: Pick<LogLine, "type" | "detail">,
): Promise<void> {
  const stream = await readStream(tx, grant, id);
  const userId = context.caller.kind === "user" ? context.caller.userId : null;
  await logStream(tx, stream, { ...line, sessionId: stream.session_id, userId });
}

/** Replaces a stream's key; the old one is refused from now on and the open session ends. */
export async function rotateStreamKey(context: Context, grant: OwnProject, id: number): Promise<void> {
  await change(context, STREAM, grant, { id }, async ({ hash }, tx) => {
    await requestSessionEnd(tx, id, "key_rotated");
    await logByCaller(context, tx, grant, id, { type: "key_rotated" });
    return { set: { ...newStreamKey(context, hash), test_until: null }, action: "key_rotated", changes: {} };
  });
}

/**
 * Pauses or unpauses streaming: viewers see the slate or the loop while ingest and recording continue. Idempotent.
 * @throws Refusal `conflict` when no session is open.
 */
export async function pauseStream(
  context: Context,
  grant: OwnProject,
  id: number,
  paused: boolean,
): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, async (before, tx) => {
    if (before.paused === paused) return null;
    if (paused && !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    const type = paused ? "paused" : "unpaused";
    await logByCaller(context, tx, grant, id, { type });
    // Unpausing ends a slate the user switched to.
    const switched = !paused && before.switched_to === "slate" ? { switched_to: "live" as const } : {};
    return { set: { paused, ...switched }, action: type, changes: {} };
  });
  return readStream(context.db, grant, id);
}

const SWITCHED = {
  live: "Back to live.",
  loop: "To the loop.",
  slate: "To the slate.",
} as const;

/**
 * Puts the encoder, the loop or the slate on air; ingest and recording continue. The slate pauses streaming, live unpauses it.
 * Idempotent.
 *
 * @throws Refusal `conflict` for a disabled stream, a loop without a playable video, a slate without an open session.
 */
export async function switchStream(
  context: Context,
  grant: OwnProject,
  id: number,
  source: SwitchSource,
): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, async (_row, tx) => {
    const before = await readStream(tx, grant, id);
    const paused = source === "slate" || (source === "loop" && before.paused);
    if (before.switched_to === source && before.paused === paused) return null;
    if (!before.enabled) throw new Refusal("conflict", "Stream is disabled.");
    if (source === "slate" && !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    if (source === "loop" && !before.can_loop)
      throw new Refusal("conflict", "The loop has no video that can be played. Choose one first.");
    const type = paused === before.paused ? "switched" : paused ? "paused" : "unpaused";
    await logByCaller(context, tx, grant, id, { type, detail: SWITCHED[source] });
    const changes = { switched_to: [before.switched_to, source] };
    return { set: { switched_to: source, paused }, action: "switched", changes };
  });
  return readStream(context.db, grant, id);
}

/**
 * Starts an ad break of so many seconds: the playlists name it, and each player that has ads on cue plays a break of its schedule once,
 * as it reads of it, then returns to live.
 * @throws Refusal `conflict` while nothing is on air or another break lasts.
 */
export async function cueAds(context: Context, grant: OwnProject, id: number, seconds: number): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, async (_row, tx) => {
    const before = await readStream(tx, grant, id);
    const now = context.clock.now();
    if (before.on_air === "nothing") throw new Refusal("conflict", "Stream is not active.");
    const ends_at = new Date(now.getTime() + seconds * 1_000);
    const number = await beginAdBreak(tx, before, { begins_at: now, ends_at, of_encoder: false });
    if (number === null) throw new Refusal("conflict", "An ad break is in progress.");
    await logByCaller(context, tx, grant, id, { type: "ad_break", detail: `${seconds} s` });
    return { action: "ad_break", changes: { seconds } };
  });
  return readStream(context.db, grant, id);
}

/** Ends the open session. @throws Refusal `conflict` when there is none. */
export async function endStream(context: Context, grant: OwnProject, id: number): Promise<void> {
  await change(context, STREAM, grant, { id }, async (_before, tx) => {
    if (!(await requestSessionEnd(tx, id, "ended_by_user"))) throw new Refusal("conflict", "Stream is not active.");
    return { set: { test_until: null }, action: "end_requested", changes: {} };
  });
}

/**
 * Starts or stops publishing the test picture to a stream. Idempotent.
 * @throws Refusal `conflict` when the stream is disabled or a session is open.
 */
export async function setTestStream(context: Context, grant: OwnProject, id: number, on: boolean): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, async (_row, tx) => {
    const before = await readStream(tx, grant, id);
    if (before.testing === on) return null;
    if (on && !before.enabled) throw new Refusal("conflict", "Stream is disabled.");
    if (on && hasSession(before.state))
      throw new Refusal("conflict", "An encoder is publishing to this stream. End the session first.");
    if (!on) await requestSessionEnd(tx, id, "test_stopped");
    const type = on ? "test_started" : "test_stopped";
    await logByCaller(context, tx, grant, id, { type });
    const until = on ? new Date(context.clock.now().getTime() + TEST_MINUTES * 60_000) : null;
    return { set: { test_until: until }, action: type, changes: {} };
  });
  return readStream(context.db, grant, id);
}
