import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { cutIntoChunks } from "./chunks.ts";
import { showProgress } from "./progress.ts";

interface TranscribedVideo {
  id: number;
  project_id: number;
  account_id: number;
  version: number;
}

interface Wanted {
  /** BCP 47; null: the engine detects it. */
  language: string | null;
  /** Whether viewers get the captions at once. */
  published: boolean;
  /** Null: the project has them made always. */
  requestedBy: number | null;
}

/** Enqueues the recognition of a locked video's speech and answers its id; none may be under way. */
export async function queueTranscription(
  { jobs }: Pick<Services, "jobs">,
  tx: Tx,
  video: TranscribedVideo,
  { language, published, requestedBy }: Wanted,
): Promise<number> {
  const { id: transcriptionId, attempts } = await tx
    .insertInto("transcriptions")
    .values({
      video_id: video.id,
      project_id: video.project_id,
      account_id: video.account_id,
      version: video.version,
      language,
      published,
      requested_by: requestedBy,
    })
    .returning(["id", "attempts"])
    .executeTakeFirstOrThrow();
  const group = { group: String(video.account_id) };
  await jobs.send(tx, cutIntoChunks, { transcriptionId, attempt: attempts }, group);
  await showProgress(tx, video.id, "queued", 0);
  return transcriptionId;
}
