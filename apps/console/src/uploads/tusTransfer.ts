import { DetailedError, Upload } from "tus-js-client";
import { apiHost } from "../platform/client.ts";
import { connection } from "../platform/connectivity.ts";
import { copyXsrfCookie, xsrfToken } from "../platform/xsrf.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { StartTransfer } from "./queue.ts";

/** Bytes of one PATCH. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** Waits before the tries after a failure; a chunk that arrived starts the row over. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** Sends a file by the tus protocol (tus.io/protocols/resumable-upload) and goes on where it stopped. */
export const startTusTransfer: StartTransfer = (item, events) => {
  const upload: Upload = new Upload(item.file, {
    endpoint: `${apiHost()}/uploads`,
    ...(item.uploadUrl === null ? {} : { uploadUrl: item.uploadUrl }),
    metadata: {
      project_id: String(item.projectId),
      filename: item.file.name,
      title: item.title,
      filetype: item.file.type,
      ...item.wishes,
    },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // The API lists unfinished uploads; a second memory in this browser would only disagree with it.
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      const xhr: unknown = request.getUnderlyingObject();
      if (xhr instanceof XMLHttpRequest) xhr.withCredentials = true;
      const token = xsrfToken();
      if (token !== null && request.getMethod() !== "HEAD") request.setHeader("X-XSRF-TOKEN", token);
    },
    onAfterResponse: () => copyXsrfCookie(),
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
      const response = error instanceof DetailedError ? error.originalResponse : null;
      const status = response?.getStatus() ?? 0;
      events.onFailure({ message: serverMessage(response?.getBody() ?? null), gone: status === 404 || status === 410 });
    },
  });
  let stopped = item.state === "cancelled" || item.state === "paused";
  if (stopped) upload.url = item.uploadUrl;
  else if (item.uploadUrl !== null) upload.start();
  else {
    // The server tells by it whether the same file comes again; an upload goes on without it.
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

function serverMessage(body: string | null): string | null {
  if (body === null || body === "") return null;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
      ? value.message
      : null;
  } catch {
    return null;
  }
}
