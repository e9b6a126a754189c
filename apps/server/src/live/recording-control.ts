import { hasSession } from "@kinora/domain/streams.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { announceChange, logStream } from "./announce.ts";
import { openRecording, runningRecording, stopRunning } from "./recording-records.ts";
import { readStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream } from "./service.ts";

const userOf = ({ caller }: Context) => (caller.kind === "user" ? caller.userId : null);

/**
 * Begins to record what the encoder sends. Twice is the same as once.
 * @throws Refusal `conflict` when no session is open.
 */
export async function startRecording(context: Context, ground: OwnProject, id: number): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readStream(tx, ground, id);
    if (before.recording) return;
    const { session_id: sessionId } = before;
    if (sessionId === null || !hasSession(before.state)) throw new Refusal("conflict", "Stream is not active.");
    const userId = userOf(context);
    const recordingId = await openRecording(tx, before, { sessionId, at: context.clock.now(), userId });
    await logStream(tx, before, { type: "recording_started", sessionId, userId });
    await announceChange(context, tx, before, "stream.recording_started", { recording_id: recordingId });
  });
  return readStream(context.db, ground, id);
}

/** Stops the recording that runs; it becomes a video. Twice is the same as once. */
export async function stopRecording(context: Context, ground: OwnProject, id: number): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const running = await runningRecording(tx, id);
    if (!running) return;
    await stopRunning(tx, id, context.clock.now());
    const after = await readStream(tx, ground, id);
    await logStream(tx, after, { type: "recording_stopped", sessionId: after.session_id, userId: userOf(context) });
    await announceChange(context, tx, after, "stream.recording_stopped", { recording_id: running.id });
  });
  return readStream(context.db, ground, id);
}
