import { formatBytes } from "@kinora/ui/bytes.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError } from "../platform/toasts.ts";
import { batch, batchMetadata } from "./batch.ts";
import { noticeDuplicate } from "./duplicates.ts";
import { refuseFile } from "./intake.ts";
import { leftOut } from "./left-out.ts";
import { isSending, type UploadItem } from "./queue.ts";
import { findBegun } from "./resumption.ts";
import { unfinishedUploadsQuery } from "./unfinished.ts";
import { uploads } from "./uploads.ts";

/** Takes files into the list; a file that was begun before continues where it stopped. */
export function useFileIntake(projectId: number) {
  const { t } = useTranslation("uploads");
  const allowance = useStore(session, ({ config }) => config?.upload ?? null);
  const unfinished = useQuery(unfinishedUploadsQuery(projectId)).data ?? [];
  return async (files: readonly File[]): Promise<void> => {
    if (allowance === null) return;
    const reasons: string[] = [];
    for (const file of files) {
      const { items } = uploads.store.get();
      const listed = items.filter((item) => isSending(item) || item.state === "paused" || item.state === "failed");
      const pending = listed.reduce((bytes, item) => bytes + item.file.size, 0);
      const reason = refuseFile(
        file,
        allowance,
        listed.map((item) => item.file),
        pending,
      );
      if (reason !== null) {
        reasons.push(t(reason, { file: file.name, max: formatBytes(allowance.max_bytes) }));
        continue;
      }
      const taken = new Set(items.map(({ uploadUrl }) => uploadUrl));
      const begun = await findBegun(
        file,
        unfinished.filter((upload) => !taken.has(upload.upload_url)),
      );
      uploads.add(projectId, file, begun?.upload_url ?? null, batchMetadata(batch.get()));
      if (!begun) void noticeDuplicate(projectId, file);
    }
    leftOut.set({ last: reasons.length === 0 ? null : { projectId, chosen: files.length, reasons } });
  };
}

/** Puts another file into a row that failed, after the same look at it as at any file. */
export function useFileReplacement() {
  const { t } = useTranslation("uploads");
  const allowance = useStore(session, ({ config }) => config?.upload ?? null);
  return (item: UploadItem, file: File) => {
    if (allowance === null) return;
    const reason = refuseFile(file, allowance, [], 0);
    if (reason === null) uploads.replaceFile(item.key, file);
    else toastError(t(reason, { file: file.name, max: formatBytes(allowance.max_bytes) }));
  };
}
