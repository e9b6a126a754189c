import { Upload, type DetailedError } from "tus-js-client";
import { connection } from "../platform/connectivity.ts";
import { fingerprintIfPossible } from "../platform/fingerprint.ts";
import { refreshConfig } from "../platform/place.ts";
import { tusAnswer, tusOptions } from "../platform/tus.ts";
import type { StartTransfer, TransferEvents } from "./queue.ts";
import { isReadable, nextStep } from "./transfer-failure.ts";

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
 * installation is in maintenance or its server does not answer, it waits.
 */
export const startTusTransfer: StartTransfer = (item, events) => {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let stopped = item.state === "cancelled" || item.state === "paused";
  const again = (seconds: number) => {
    if (!stopped) waiting = setTimeout(() => upload.start(), seconds * 1_000);
  };
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
      const isRetried = isPassing(error, upload.url !== null);
      if (isRetried) events.onRetry();
      return isRetried;
    },
    onUploadUrlAvailable() {
      if (upload.url !== null && upload.url !== item.uploadUrl) events.onAddress(upload.url);
    },
    onProgress: (sentBytes) => events.onProgress(sentBytes),
    onSuccess: () => events.onSent(),
    onError: (error) => void goOn(error, item.file, events, again),
  });
  if (stopped) upload.url = item.uploadUrl;
  else if (item.uploadUrl !== null) upload.start();
  else {
    // The server tells by it whether the same file comes again; an upload continues without it.
    void fingerprintIfPossible(item.file).then((fingerprint) => {
      if (fingerprint !== null) upload.options.metadata = { ...upload.options.metadata, fingerprint };
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

/** Waits for the server, or reports why the transfer ended. @param again tries once more after so many seconds. */
async function goOn(error: Error, file: File, events: TransferEvents, again: (seconds: number) => void): Promise<void> {
  const answer = tusAnswer(error);
  const { online } = connection.get();
  const step = nextStep({ ...answer, online, isReadable: answer.status > 0 || (await isReadable(file)) });
  // The frame of the page says until when.
  if (isMaintenance(error)) void refreshConfig();
  if (step.kind === "changed") events.onFailure({ message: null, gone: false, isFileChanged: true });
  else if (step.kind === "fail")
    events.onFailure({ message: answer.message, gone: answer.status === 404 || answer.status === 410 });
  else {
    events.onWaiting();
    again(step.seconds);
  }
}
