import type { Tx } from "@kinora/db/connect.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../context.ts";
import type { UploadRow } from "./rows.ts";

/** Emits `upload.failed` in the transaction that ends an upload, that of a replacement too. */
export const emitFailed = (
  { emit }: Pick<Services, "emit">,
  tx: Tx,
  row: Pick<UploadRow, "id" | "video_id" | "project_id" | "account_id">,
  { code }: Pick<VideoFailure, "code">,
): Promise<void> =>
  emit(tx, {
    type: "upload.failed",
    accountId: row.account_id,
    projectId: row.project_id,
    payload: { video_id: row.video_id, upload_id: row.id, code },
    actor: { kind: "system" },
  });
