import type { Tx } from "@kinora/db/connect.ts";
import type { SwitchSource } from "@kinora/domain/live/on-air.ts";
import { hasSession } from "@kinora/domain/live/streams.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceChange, auditStream, logStream } from "./announce.ts";
import { newStreamKey, openStreamKey } from "./keys.ts";
import { readStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream, requestSessionEnd } from "./service.ts";

/** Longest test picture, in minutes. */
const TEST_MINUTES = 10;

const userOf = ({ caller }: Context) => (caller.kind === "user" ? caller.userId : null);

/** The stream key in plain text. Every call is in the audit log. */
export async function revealStreamKey(context: Context, grant: OwnProject, id: number): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const { key_sealed: sealed } = await lockStream(tx, grant, id);
    await auditStream(context, tx, await readStream(tx, grant, id), "stream.key_revealed");
    return openStreamKey(context, sealed);
  });
}

/** Replaces a stream's key; the old one is refused from now on and the open session ends. */
export async function rotateStreamKey(context: Context, grant: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { hash } = await lockStream(tx, grant, id);
    await tx
      .updateTable("streams")
      .set({ ...newStreamKey(context, hash), test_until: null, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await requestSessionEnd(tx, id, "key_rotated");
    const stream = await readStream(tx, grant, id);
    await logStream(tx, stream, { type: "key_rotated", sessionId: stream.session_id, userId: userOf(context) });
    await announceChange(context, tx, stream, "stream.key_rotated");
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
  await context.db.transaction().execute(async (tx) => {
    const before = await lockStream(tx, grant, id);
    if (before.paused === paused) return;
    if (paused && !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    // Unpausing ends a slate the user switched to.
    const switched = !paused && before.switched_to === "slate" ? { switched_to: "live" as const } : {};
    await tx
      .updateTable("streams")
      .set({ paused, ...switched, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    const after = await readStream(tx, grant, id);
    const type = paused ? "paused" : "unpaused";
    await logStream(tx, after, { type, sessionId: after.session_id, userId: userOf(context) });
    await announceChange(context, tx, after, `stream.${type}`);
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
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readStream(tx, grant, id);
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
    const after = await readStream(tx, grant, id);
    const type = after.paused === before.paused ? "switched" : after.paused ? "paused" : "unpaused";
    const line = { type, detail: SWITCHED[source], sessionId: after.session_id, userId: userOf(context) } as const;
    await logStream(tx, after, line);
    await announceChange(context, tx, after, "stream.switched", { switched_to: [before.switched_to, source] });
  });
  return readStream(context.db, grant, id);
}

/**
 * Asks players for an ad break of so many seconds: each plays a break of its schedule once, as it reads of it, and returns to live.
 * @throws Refusal `conflict` while nothing is on air or another break lasts, and where no schedule or player of the project has ads
 *   for livestreams.
 */
export async function cueAds(context: Context, grant: OwnProject, id: number, seconds: number): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readStream(tx, grant, id);
    const now = context.clock.now();
    if (before.on_air === "nothing") throw new Refusal("conflict", "Stream is not active.");
    if (before.ad_break_until !== null && before.ad_break_until > now)
      throw new Refusal("conflict", "An ad break is in progress.");
    await requireLiveAds(tx, before.project_id);
    const ends_at = new Date(now.getTime() + seconds * 1_000);
    await tx
      .insertInto("stream_ad_breaks")
      .values({ stream_id: id, project_id: before.project_id, ends_at })
      .onConflict((conflict) =>
        conflict.column("stream_id").doUpdateSet({ ends_at, number: sql`stream_ad_breaks.number + 1` }),
      )
      .execute();
    const line = { detail: `${seconds} s`, sessionId: before.session_id, userId: userOf(context) };
    await logStream(tx, before, { type: "ad_break", ...line });
    await announceChange(context, tx, before, "stream.ad_break", { seconds });
  });
  return readStream(context.db, grant, id);
}

/** An operator who asks for ads that nobody would see should know it. */
async function requireLiveAds(tx: Tx, projectId: number): Promise<void> {
  const { rows } = await sql`
    select from ad_schedules where project_id = ${projectId}
      and settings->>'mode' <> 'off' and coalesce(settings->>'live', 'cues') = 'cues'
    union all
    select from players where project_id = ${projectId} and (settings->>'ads_enabled')::boolean
    limit 1`.execute(tx);
  if (rows.length === 0)
    throw new Refusal("conflict", "No ad schedule has ads on cue for livestreams. Set one up at Settings > Ads.");
}

/** Ends the open session. @throws Refusal `conflict` when there is none. */
export async function endStream(context: Context, grant: OwnProject, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    if (!(await requestSessionEnd(tx, id, "ended_by_user"))) throw new Refusal("conflict", "Stream is not active.");
    await tx.updateTable("streams").set({ test_until: null }).where("id", "=", id).execute();
    await announceChange(context, tx, await readStream(tx, grant, id), "stream.end_requested");
  });
}

/**
 * Starts or stops publishing the test picture to a stream. Idempotent.
 * @throws Refusal `conflict` when the stream is disabled or a session is open.
 */
export async function setTestStream(context: Context, grant: OwnProject, id: number, on: boolean): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readStream(tx, grant, id);
    if (before.testing === on) return;
    if (on && !before.enabled) throw new Refusal("conflict", "Stream is disabled.");
    if (on && hasSession(before.state))
      throw new Refusal("conflict", "An encoder is publishing to this stream. End the session first.");
    const until = on ? new Date(context.clock.now().getTime() + TEST_MINUTES * 60_000) : null;
    await tx.updateTable("streams").set({ test_until: until }).where("id", "=", id).execute();
    if (!on) await requestSessionEnd(tx, id, "test_stopped");
    const after = await readStream(tx, grant, id);
    await logStream(tx, after, {
      type: on ? "test_started" : "test_stopped",
      sessionId: after.session_id,
      userId: userOf(context),
    });
    await announceChange(context, tx, after, on ? "stream.test_started" : "stream.test_stopped");
  });
  return readStream(context.db, grant, id);
}
