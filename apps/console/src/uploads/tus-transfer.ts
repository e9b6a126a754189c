import { Upload, type DetailedError } from "tus-js-client";
import { connection } from "../platform/connectivity.ts";
import { refreshConfig } from "../platform/place.ts";
import { tusAnswer, tusOptions } from "../platform/tus.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { StartTransfer } from "./queue.ts";

/** Seconds until an upload is tried again in maintenance where the server does not say. */
const MAINTENANCE_SECONDS = 30;

const isMaintenance = (error: Error): boolean => tusAnswer(error).code === "maintenance";

/** Whether the same part may arrive on a further try. @param begun whether the upload has an address. */
function isPassing(error: DetailedError, begun: boolean): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  return (
    connection.get().online &&
    // 409: the offset moved, 423: still locked by the broken connection. Both pass.
    (status < 400 || status >= 500 || status === 409 || status === 423 || status === 429) &&
    // A full disk does not empty itself in seconds: nothing is begun on one.
    (status !== 507 || begun) &&
    !isMaintenance(error)
  );
}

/**
 * Sends a file by the tus protocol (tus.io/protocols/resumable-upload) and continues where it stopped. While the
 * installation is in maintenance it waits.
 */
export const startTusTransfer: StartTransfer = (item, events) => {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const upload: Upload = new Upload(item.file, {
    ...tusOptions(),
    ...(item.uploadUrl === null ? {} : { uploadUrl: item.uploadUrl }),
    metadata: {
      project_id: String(item.projectId),
      filename: item.file.name,
      title: item.title,
      filetype: item.file.type,
      ...item.choices,
    },
    onShouldRetry(error) {
      const again = isPassing(error, upload.url !== null);
      if (again) events.onRetry();
      return again;
    },
    onUploadUrlAvailable() {
      if (upload.url !== null && upload.url !== item.uploadUrl) events.onAddress(upload.url);
    },
    onProgress: (sentBytes) => events.onProgress(sentBytes),
    onSuccess: () => events.onSent(),
    onError(error) {
      const { status, message, retryAfterSeconds } = tusAnswer(error);
      if (isMaintenance(error)) {
        // The frame of the page says until when.
        void refreshConfig();
        waiting = setTimeout(() => upload.start(), (retryAfterSeconds ?? MAINTENANCE_SECONDS) * 1_000);
        return;
      }
      events.onFailure({ message, gone: status === 404 || status === 410 });
    },
  });
  let stopped = item.state === "cancelled" || item.state === "paused";
  if (stopped) upload.url = item.uploadUrl;
  else if (item.uploadUrl !== null) upload.start();
  else {
    // The server tells by it whether the same file comes again; an upload continues without it.
    void ownFingerprint(item.file).then((fingerprint) => {
      upload.options.metadata = { ...upload.options.metadata, ...fingerprint };
      if (!stopped) upload.start();
    });
  }
  return {
    pause() {
      stopped = true;
      clearTimeout(waiting);
      void upload.abort();
    },
    cancel() {
      stopped = true;
      clearTimeout(waiting);
      return upload.abort(true);
    },
  };
};

async function ownFingerprint(file: File): Promise<{ fingerprint?: string }> {
  try {
    return { fingerprint: await fingerprintOf(file) };
  } catch {
    return {};
  }
}
