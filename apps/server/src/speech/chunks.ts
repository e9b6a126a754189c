import type { Tx } from "@kinora/db/connect.ts";
import { planChunks, silencesWithin } from "@kinora/domain/speech/chunks.ts";
import type { Heard } from "@kinora/domain/speech/heard.ts";
import { cutSpeech } from "@kinora/media/speech/cut-speech.ts";
import { findSilences } from "@kinora/media/speech/find-silences.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../context.ts";
import { transcriptionProblem } from "../platform/access/plan-speech.ts";
import { task } from "../platform/jobs/tasks.ts";
import { GiveUp } from "../platform/refusal.ts";
import { finishTranscription } from "./finish.ts";
import { beginTranscription, failTranscription, showProgress } from "./progress.ts";
import { durationOf, fetchSound, soundSegments } from "./sound.ts";
import {
  atWork,
  MOST_FAILURES,
  openTranscription,
  transcriptionPayload,
  type OpenTranscription,
  type Workplace,
} from "./transcription.ts";

/** Most pieces of one insert: its parameters stay far below what PostgreSQL takes. */
const ROWS_AT_ONCE = 1_000;

/** Cuts a video's sound into pieces at its silences, once, and sends the first piece that is not recognised. */
export const cutIntoChunks = task({
  name: "speech.cut",
  payload: transcriptionPayload,
  steered: true,
  gaveUp: failTranscription,
  async run(services, wanted, run) {
    const transcription = await openTranscription(services, wanted);
    if (!transcription) return;
    await beginTranscription(services, transcription);
    await atWork(services, transcription, run, async (place) => {
      const { db } = services;
      if (!(await hasChunks(services, transcription.id))) await storeChunks(services, transcription, place);
      await db.transaction().execute((tx) => sendNext(services, tx, transcription));
    });
  },
});

/** Recognises one piece; one that is stored already stays as it is. */
export const recogniseChunk = task({
  name: "speech.chunk",
  payload: transcriptionPayload.extend({ chunk: z.number().int().nonnegative() }),
  steered: true,
  maximumFailures: MOST_FAILURES,
  gaveUp: (services, wanted, failure) => failTranscription(services, wanted, failure),
  async run(services, { chunk, ...wanted }, run) {
    const transcription = await openTranscription(services, wanted);
    if (!transcription) return;
    const row = await services.db
      .selectFrom("transcription_chunks")
      .select(["start_ms as startMs", "end_ms as endMs", "silences"])
      .where("transcription_id", "=", transcription.id)
      .where("chunk", "=", chunk)
      .where("words", "is", null)
      .executeTakeFirst();
    await atWork(services, transcription, run, async (place) => {
      const heard = row ? await recognise(services, transcription, row, place) : null;
      await services.db.transaction().execute(async (tx) => {
        if (!(await lockUnderWay(tx, transcription))) return;
        if (heard) await storeHeard(tx, transcription, chunk, heard);
        await sendNext(services, tx, transcription);
      });
    });
  },
});

async function hasChunks({ db }: Services, id: number): Promise<boolean> {
  const row = await db.selectFrom("transcriptions").select("sound_seconds").where("id", "=", id).executeTakeFirst();
  return (row?.sound_seconds ?? 0) > 0;
}

/** Plans the pieces of a sound and stores them together with its length, which says that they are stored. */
async function storeChunks(services: Services, transcription: OpenTranscription, place: Workplace): Promise<void> {
  const segments = await soundSegments(services, transcription);
  const durationMs = durationOf(segments);
  await requirePlanned(services, transcription, durationMs / 1_000);
  const { path: sound } = await fetchSound(services, transcription, segments, place);
  const { folder: workFolder, signal } = place;
  const silences = await findSilences({ sound, workFolder, signal, durationMs });
  const rows = planChunks(durationMs, silences).map((span, chunk) => ({
    transcription_id: transcription.id,
    chunk,
    start_ms: span.startMs,
    end_ms: span.endMs,
    silences: JSON.stringify(silencesWithin(span, silences)),
  }));
  await services.db.transaction().execute(async (tx) => {
    if (!(await lockUnderWay(tx, transcription))) return;
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await tx
        .insertInto("transcription_chunks")
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((known) => known.doNothing())
        .execute();
    await tx
      .updateTable("transcriptions")
      .set({ sound_seconds: durationMs / 1_000 })
      .where("id", "=", transcription.id)
      .execute();
  });
}

/**
 * What a project always has made is enqueued whatever is left. Transcriptions that begin at one moment may all be admitted.
 * @throws GiveUp `minutes_used` where the account's plan has too few minutes left; a retry in another month, or with a larger plan, continues
 */
async function requirePlanned({ db, clock }: Services, transcription: OpenTranscription, seconds: number) {
  const { id: transcriptionId, account_id: accountId } = transcription;
  const problem = await transcriptionProblem(db, accountId, { now: clock.now(), seconds, transcriptionId });
  if (problem !== null) throw new GiveUp("minutes_used", problem, true);
}

/** What came of a piece, with times from the beginning of the sound. */
interface HeardChunk extends Heard {
  engineSeconds: number;
}

async function recognise(
  services: Services,
  transcription: OpenTranscription,
  { startMs, endMs, silences }: { startMs: number; endMs: number; silences: { startMs: number; endMs: number }[] },
  place: Workplace,
): Promise<HeardChunk> {
  const segments = await soundSegments(services, transcription);
  const { path: sound, startMs: begins } = await fetchSound(services, transcription, segments, place, {
    startMs,
    endMs,
  });
  const { folder: workFolder, signal, engine } = place;
  const path = await cutSpeech({ sound, startMs: startMs - begins, endMs: endMs - begins, workFolder, signal });
  const begunAt = performance.now();
  // What the first pieces are in is what the others are in: a name or a song does not change the language of a film.
  const language = transcription.language ?? transcription.detected_language;
  const heard = await engine.transcribe({ path, durationMs: endMs - startMs, silences, language }, signal);
  return {
    language: heard.language,
    words: heard.words.map((word) => ({ ...word, startMs: word.startMs + startMs, endMs: word.endMs + startMs })),
    engineSeconds: (performance.now() - begunAt) / 1_000,
  };
}

/** Locks a transcription that this run may still change; false when it ended or was restarted. */
async function lockUnderWay(tx: Tx, { id, attempt }: OpenTranscription): Promise<boolean> {
  const row = await tx
    .selectFrom("transcriptions")
    .select("id")
    .where("id", "=", id)
    .where("attempts", "=", attempt)
    .where("state", "=", "running")
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function storeHeard(tx: Tx, transcription: OpenTranscription, chunk: number, heard: HeardChunk): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("transcription_chunks")
    .set({ words: JSON.stringify(heard.words) })
    .where("transcription_id", "=", transcription.id)
    .where("chunk", "=", chunk)
    .where("words", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { rows } = await sql<{ progress: number }>`
    update transcriptions t set
      engine_seconds = t.engine_seconds + ${heard.engineSeconds},
      detected_language = coalesce(t.detected_language, ${heard.words.length > 0 ? heard.language : null}),
      progress = greatest(t.progress, done.share)
    from (
      select coalesce(sum(end_ms - start_ms) filter (where words is not null), 0)::float8 / greatest(1, sum(end_ms - start_ms)) as share
      from transcription_chunks where transcription_id = ${transcription.id}) done
    where t.id = ${transcription.id} returning t.progress`.execute(tx);
  await showProgress(tx, transcription.video_id, "running", rows[0]?.progress ?? 0);
}

/** Sends the first piece that is not recognised, or the end where all are. One at a time, so that others get their turn. */
async function sendNext({ jobs }: Services, tx: Tx, transcription: OpenTranscription): Promise<void> {
  const { id: transcriptionId, attempt } = transcription;
  const group = { group: String(transcription.account_id) };
  const next = await tx
    .selectFrom("transcription_chunks")
    .select("chunk")
    .where("transcription_id", "=", transcriptionId)
    .where("words", "is", null)
    .orderBy("chunk")
    .limit(1)
    .executeTakeFirst();
  if (next) await jobs.send(tx, recogniseChunk, { transcriptionId, attempt, chunk: next.chunk }, group);
  else await jobs.send(tx, finishTranscription, { transcriptionId, attempt }, group);
}
