import type { Tx } from "@kinora/db/connect.ts";
import type { CaptionsKind, ReadCaptions } from "@kinora/domain/videos/captions.ts";
import type { Services } from "../../context.ts";
import { addExtraBytes, type LockedVideo } from "../video-changes.ts";
import { captionsKey } from "./captions-files.ts";
import { keepVersion } from "./captions-versions.ts";
import { storePassages } from "./spoken-passages.ts";

/** Metadata of captions. */
export interface CaptionsMeta {
  language: string;
  label: string;
  kind: CaptionsKind;
  default: boolean;
}

/** Stores new captions of a locked video and returns their id; the label has to be free, and there may be no other default. */
export async function storeCaptions(
  { storage }: Services,
  tx: Tx,
  video: Pick<LockedVideo, "id" | "project_id" | "account_id">,
  meta: CaptionsMeta,
  read: ReadCaptions,
  by: { createdBy: number | null } | "source",
): Promise<number> {
  const bytes = Buffer.from(read.vtt);
  const { id } = await tx
    .insertInto("captions")
    .values({
      video_id: video.id,
      project_id: video.project_id,
      account_id: video.account_id,
      language: meta.language,
      label: meta.label,
      kind: meta.kind,
      by_default: meta.default,
      format: read.format,
      size_bytes: bytes.length,
      cues: read.cues,
      from_source: by === "source",
      created_by: by === "source" ? null : by.createdBy,
      saved_by: by === "source" ? null : by.createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Stored before the row is visible; a failed transaction leaves at most a small file under an id that is never used again.
  await storage.put(captionsKey(video.id, id, 1), bytes, { contentType: "text/vtt" });
  await storePassages(tx, { id, video_id: video.id, project_id: video.project_id, revision: 1 }, read.vtt);
  await addExtraBytes(tx, video.id, bytes.length);
  return id;
}

/**
 * Puts another file in the place of that of captions of a locked video, which is kept as a version before it.
 * @param by the person who saved it; null for the platform.
 */
export async function replaceCaptionsFile(
  services: Services,
  tx: Tx,
  video: Pick<LockedVideo, "id" | "project_id">,
  { id, revision: before }: { id: number; revision: number },
  read: ReadCaptions,
  by: number | null,
): Promise<void> {
  const bytes = Buffer.from(read.vtt);
  const revision = before + 1;
  await services.storage.put(captionsKey(video.id, id, revision), bytes, { contentType: "text/vtt" });
  const gone = await keepVersion(services, tx, video.id, id);
  await addExtraBytes(tx, video.id, bytes.length - gone);
  await tx
    .updateTable("captions")
    .set({
      ...{ revision, format: read.format, size_bytes: bytes.length, cues: read.cues },
      ...{ saved_by: by, saved_at: services.clock.now() },
    })
    .where("id", "=", id)
    .execute();
  await storePassages(tx, { id, video_id: video.id, project_id: video.project_id, revision }, read.vtt);
}
