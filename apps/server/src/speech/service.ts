import type { automaticCaptions, transcription } from "@kinora/contract/videos/automatic-captions.ts";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { isUnderWay } from "@kinora/domain/speech/settings.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import type { Context } from "../context.ts";
import { transcriptionProblem } from "../platform/access/plan-speech.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { notify, publish } from "../platform/events/events.ts";
import { record } from "../platform/events/record.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import { Refusal } from "../platform/refusal.ts";
import { lockVideo, requireVideo, type LockedVideo } from "../videos/video-changes.ts";
import { cutIntoChunks } from "./chunks.ts";
import { showProgress } from "./progress.ts";
import { queueTranscription } from "./queue.ts";
import { STOPPED_NOTIFICATION } from "./transcription.ts";

/** A transcription in the contract's format. */
type TranscriptionRow = RowOf<typeof transcription>;

/** What a video's page shows of captions by machine. */
type AutomaticCaptions = RowOf<typeof automaticCaptions>;

/** Whether captions by machine can be made for a video, and how far the latest are. @throws Refusal `not_found`. */
export async function readAutomaticCaptions(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
): Promise<AutomaticCaptions> {
  await requireVideo(context.db, grant, videoId);
  const { captions_mode: mode, captions_language: language } = await readSettings(context.db, grant);
  const latest = await findLatest(context.db, videoId);
  const available = context.speech !== null;
  const problem = available ? await planProblem(context, context.db, grant, videoId) : null;
  return { available, mode, language, problem, latest: latest ? present(latest) : null };
}

/**
 * Enqueues captions by machine of a video.
 * @param language BCP 47; null: the engine detects it; undefined: as the project says
 * @throws Refusal `conflict` where they are off, the video does not play yet or has no sound, they are under way, or the account's plan
 *   has too few minutes left; `invalid`.
 */
export async function requestTranscription(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  language: string | null | undefined,
): Promise<void> {
  await requireVideo(context.db, grant, videoId);
  if (context.speech === null) throw new Refusal("conflict", "This installation has no speech engine.");
  const spoken = typeof language === "string" ? readLanguage(language) : language;
  await context.db.transaction().execute(async (tx) => {
    const settings = await readSettings(tx, grant);
    if (settings.captions_mode === "off")
      throw new Refusal("conflict", "Automatic captions are off in this project's settings.");
    const video = await lockVideo(tx, grant, videoId);
    const latest = await findLatest(tx, videoId);
    if (latest && isUnderWay(latest.state)) throw new Refusal("conflict", "These captions are being created already.");
    await requireSound(tx, video);
    await requirePlanned(context, tx, grant, videoId);
    await queueTranscription(context, tx, video, {
      language: spoken === undefined ? settings.captions_language : spoken,
      published: settings.captions_published,
      requestedBy: context.caller.kind === "user" ? context.caller.userId : null,
    });
    await announce(context, tx, grant, video, "video.captions_requested");
  });
}

/** Stops captions by machine that are under way; what is recognised stays for a retry. @throws Refusal `conflict`, `not_found`. */
export async function cancelTranscription(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const latest = await findLatest(tx, videoId);
    if (!latest || !isUnderWay(latest.state))
      throw new Refusal("conflict", "No captions of this video are being created.");
    await tx
      .updateTable("transcriptions")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("id", "=", latest.id)
      .execute();
    await notify(tx, STOPPED_NOTIFICATION, String(latest.id));
    await showProgress(tx, videoId, "cancelled", latest.progress);
    await announce(context, tx, grant, video, "video.captions_cancelled");
  });
}

/**
 * Resumes failed or cancelled captions by machine where they stopped.
 * @throws Refusal `conflict` also where the account's plan has too few minutes left; `not_found`.
 */
export async function retryTranscription(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await requireVideo(context.db, grant, videoId);
  if (context.speech === null) throw new Refusal("conflict", "This installation has no speech engine.");
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const latest = await findLatest(tx, videoId);
    if (!latest || (latest.state !== "failed" && latest.state !== "cancelled"))
      throw new Refusal("conflict", "The captions of this video have nothing to retry.");
    if (latest.version !== video.version)
      throw new Refusal("conflict", "This video has changed since. Create the captions again.");
    await requirePlanned(context, tx, grant, videoId);
    const attempt = latest.attempts + 1;
    await tx
      .updateTable("transcriptions")
      .set({ state: "queued", failure: null, finished_at: null, started_at: null, attempts: attempt })
      .where("id", "=", latest.id)
      .execute();
    const group = { group: String(video.account_id) };
    await context.jobs.send(tx, cutIntoChunks, { transcriptionId: latest.id, attempt }, group);
    await showProgress(tx, videoId, "queued", latest.progress);
    await announce(context, tx, grant, video, "video.captions_retried");
  });
}

const readSettings = (on: Executor, { projectId }: ProjectGrant) =>
  on
    .selectFrom("projects")
    .select(["captions_mode", "captions_language", "captions_published"])
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();

const findLatest = (on: Executor, videoId: number) =>
  on
    .selectFrom("transcriptions")
    .selectAll()
    .where("video_id", "=", videoId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

type Latest = NonNullable<Awaited<ReturnType<typeof findLatest>>>;

const present = ({ progress, ...row }: Latest): TranscriptionRow => ({ ...row, progress: Math.floor(progress * 100) });

async function planProblem({ clock }: Context, on: Executor, { accountId }: ProjectGrant, videoId: number) {
  const { duration_seconds: seconds } = await on
    .selectFrom("videos")
    .select("duration_seconds")
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  return transcriptionProblem(on, accountId, { now: clock.now(), seconds });
}

async function requirePlanned(context: Context, tx: Tx, grant: ProjectGrant, videoId: number): Promise<void> {
  const problem = await planProblem(context, tx, grant, videoId);
  if (problem !== null) throw new Refusal("conflict", problem);
}

async function requireSound(tx: Tx, video: LockedVideo): Promise<void> {
  const rows = await tx
    .selectFrom("renditions")
    .select(["kind", "label", "state"])
    .where("video_id", "=", video.id)
    .where("version", "=", video.version)
    .execute();
  if (!rows.some(({ state }) => state === "complete"))
    throw new Refusal("conflict", "Wait until this video is complete, then create its captions.");
  const sound = rows.find(({ kind, label }) => kind === "audio" && label === MAIN_SOUND);
  if (!sound) throw new Refusal("conflict", "This video has no sound.");
  if (sound.state !== "complete")
    throw new Refusal("conflict", "Wait until this video is complete, then create its captions.");
}

function readLanguage(text: string): string {
  const language = canonicalLanguage(text);
  if (language !== null) return language;
  const message = "This is not a language such as en or pt-BR.";
  throw new Refusal("invalid", message, { fields: { language: [message] } });
}

async function announce(context: Context, tx: Tx, grant: ProjectGrant, { id, title }: LockedVideo, action: string) {
  await record(context, tx, grant, { action, event: null, object: { type: "video", id, title } });
  await publish(tx, projectChannel(grant.projectId), VIDEO_CHANGED_EVENT, { id });
}
