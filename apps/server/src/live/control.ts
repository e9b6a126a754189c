import type { SwitchSource } from "@kinora/domain/onAir.ts";
import { hasSession } from "@kinora/domain/streams.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { announceChange, auditStream, logStream } from "./announce.ts";
import { newStreamKey, openStreamKey } from "./keys.ts";
import { readStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream, wantSessionEnd } from "./service.ts";

/** Minutes a test picture publishes at most. */
const TEST_MINUTES = 10;

const userOf = ({ caller }: Context) => (caller.kind === "user" ? caller.userId : null);

/** The key in plain, for who may see it. Every look is in the audit log. */
export async function revealStreamKey(context: Context, ground: OwnProject, id: number): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const { key_sealed: sealed } = await lockStream(tx, ground, id);
    await auditStream(context, tx, await readStream(tx, ground, id), "stream.key_revealed");
    return openStreamKey(context, sealed);
  });
}

/** Gives a stream another key; the old one is refused from now on and the session that is open ends. */
export async function rotateStreamKey(context: Context, ground: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { hash } = await lockStream(tx, ground, id);
    await tx
      .updateTable("streams")
      .set({ ...newStreamKey(context, hash), test_until: null, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await wantSessionEnd(tx, id, "key_rotated");
    const stream = await readStream(tx, ground, id);
    await logStream(tx, stream, { type: "key_rotated", sessionId: stream.session_id, userId: userOf(context) });
    await announceChange(context, tx, stream, "stream.key_rotated");
  });
}

/**
 * Pauses or unpauses streaming: viewers see the slate or the loop while ingest and recording go on. Twice is the same as once.
 * @throws Refusal `conflict` when nobody publishes.
 */
export async function pauseStream(
  context: Context,
  ground: OwnProject,
  id: number,
  paused: boolean,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockStream(tx, ground, id);
    if (before.paused === paused) return;
    if (paused && !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    // A slate somebody switched to is one that pauses.
    const switched = !paused && before.switched_to === "slate" ? { switched_to: "live" as const } : {};
    await tx
      .updateTable("streams")
      .set({ paused, ...switched, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    const after = await readStream(tx, ground, id);
    const type = paused ? "paused" : "unpaused";
    await logStream(tx, after, { type, sessionId: after.session_id, userId: userOf(context) });
    await announceChange(context, tx, after, `stream.${type}`);
  });
  return readStream(context.db, ground, id);
}

const SWITCHED = {
  live: "Back to live.",
  loop: "To the loop.",
  slate: "To the slate.",
} as const;

/**
 * Puts the encoder's picture, the loop or the slate on air; ingest and recording go on. The slate pauses streaming, live unpauses it.
 * Twice is the same as once.
 *
 * @throws Refusal `conflict` for a disabled stream, a loop with nothing that plays, a slate while nobody publishes.
 */
export async function switchStream(
  context: Context,
  ground: OwnProject,
  id: number,
  source: SwitchSource,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readStream(tx, ground, id);
    const paused = source === "slate" || (source === "loop" && before.paused);
    if (before.switched_to === source && before.paused === paused) return;
    if (!before.enabled) throw new Refusal("conflict", "Stream is disabled.");
    if (source === "slate" && !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    if (source === "loop" && !before.can_loop)
      throw new Refusal("conflict", "The loop has no video that can be played. Choose one first.");
    await tx
      .updateTable("streams")
      .set({ switched_to: source, paused, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    const after = await readStream(tx, ground, id);
    const type = after.paused === before.paused ? "switched" : after.paused ? "paused" : "unpaused";
    const line = { type, detail: SWITCHED[source], sessionId: after.session_id, userId: userOf(context) } as const;
    await logStream(tx, after, line);
    await announceChange(context, tx, after, "stream.switched", { switched_to: [before.switched_to, source] });
  });
  return readStream(context.db, ground, id);
}

/** Ends the session that is open. @throws Refusal `conflict` when there is none. */
export async function endStream(context: Context, ground: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    if (!(await wantSessionEnd(tx, id, "ended_by_user"))) throw new Refusal("conflict", "Stream is not active.");
    await tx.updateTable("streams").set({ test_until: null }).where("id", "=", id).execute();
    await announceChange(context, tx, await readStream(tx, ground, id), "stream.end_requested");
  });
}

/**
 * Publishes the test picture to the stream, or stops it. Twice is the same as once.
 * @throws Refusal `conflict` when the stream is disabled or somebody publishes to it.
 */
export async function setTestStream(context: Context, ground: OwnProject, id: number, on: boolean): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readStream(tx, ground, id);
    if (before.testing === on) return;
    if (on && !before.enabled) throw new Refusal("conflict", "Stream is disabled.");
    if (on && hasSession(before.state))
      throw new Refusal("conflict", "Somebody is publishing to this stream. End the session first.");
    const until = on ? new Date(context.clock.now().getTime() + TEST_MINUTES * 60_000) : null;
    await tx.updateTable("streams").set({ test_until: until }).where("id", "=", id).execute();
    if (!on) await wantSessionEnd(tx, id, "test_stopped");
    const after = await readStream(tx, ground, id);
    await logStream(tx, after, {
      type: on ? "test_started" : "test_stopped",
      sessionId: after.session_id,
      userId: userOf(context),
    });
    await announceChange(context, tx, after, on ? "stream.test_started" : "stream.test_stopped");
  });
  return readStream(context.db, ground, id);
}
