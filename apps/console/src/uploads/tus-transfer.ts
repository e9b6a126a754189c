import { Upload } from "tus-js-client";
import { connection } from "../platform/connectivity.ts";
import { tusAnswer, tusOptions } from "../platform/tus.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { StartTransfer } from "./queue.ts";

/** Sends a file by the tus protocol (tus.io/protocols/resumable-upload) and continues where it stopped. */
export const startTusTransfer: StartTransfer = (item, events) => {
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
      const status = error.originalResponse?.getStatus() ?? 0;
      // 409: the offset moved, 423: still locked by the broken connection. Both pass.
      const again =
        connection.get().online &&
        (status < 400 || status >= 500 || status === 409 || status === 423 || status === 429) &&
        // A full disk does not empty itself in seconds: nothing is begun on one.
        (status !== 507 || upload.url !== null);
      if (again) events.onRetry();
      return again;
    },
    onUploadUrlAvailable() {
      if (upload.url !== null && upload.url !== item.uploadUrl) events.onAddress(upload.url);
    },
    onProgress: (sentBytes) => events.onProgress(sentBytes),
    onSuccess: () => events.onSent(),
    onError(error) {
      const { status, message } = tusAnswer(error);
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
      void upload.abort();
    },
    cancel() {
      stopped = true;
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
