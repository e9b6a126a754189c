import { hasSession } from "@kinora/domain/live/stream-states.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { openRecording, runningRecording, stopRunning } from "../sessions/recording-records.ts";
import { announceChange, logStream } from "../streams/announce.ts";
import { readStream, type OwnProject, type StreamRow } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";

const userOf = ({ caller }: Context) => (caller.kind === "user" ? caller.userId : null);

/**
 * Starts to record the encoder's media. Idempotent.
 * @throws Refusal `conflict` when no session is open.
 */
export async function startRecording(context: Context, grant: OwnProject, id: number): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readStream(tx, grant, id);
    if (before.recording) return;
    const { session_id: sessionId } = before;
    if (sessionId === null || !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    const userId = userOf(context);
    const recordingId = await openRecording(tx, before, { sessionId, at: context.clock.now(), userId });
    await logStream(tx, before, { type: "recording_started", sessionId, userId });
    await announceChange(context, tx, before, "stream.recording_started", { recording_id: recordingId });
  });
  return readStream(context.db, grant, id);
}

/** Stops the running recording, which becomes a video. Idempotent. */
export async function stopRecording(context: Context, grant: OwnProject, id: number): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const running = await runningRecording(tx, id);
    if (!running) return;
    await stopRunning(tx, id, context.clock.now());
    const after = await readStream(tx, grant, id);
    await logStream(tx, after, { type: "recording_stopped", sessionId: after.session_id, userId: userOf(context) });
    await announceChange(context, tx, after, "stream.recording_stopped", { recording_id: running.id });
  });
  return readStream(context.db, grant, id);
}
