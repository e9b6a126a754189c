import { DetailedError, Upload } from "tus-js-client";
import { apiHost } from "../platform/client.ts";
import { copyXsrfCookie, xsrfToken } from "../platform/xsrf.ts";

const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000];

export interface ReplacementEvents {
  /** 0–100. */
  onProgress: (percent: number) => void;
  onSent: () => void;
  /** `message` is the server's, when it had one. */
  onFailure: (message: string | null) => void;
}

/** Sends a file that takes the place of a video's source (tus.io/protocols/resumable-upload); answers how to stop it for good. */
export function startReplacement(
  video: { id: number; project_id: number },
  file: File,
  events: ReplacementEvents,
): () => void {
  const upload = new Upload(file, {
    endpoint: `${apiHost()}/uploads`,
    metadata: {
      project_id: String(video.project_id),
      replaces_video_id: String(video.id),
      filename: file.name,
      filetype: file.type,
    },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      const xhr: unknown = request.getUnderlyingObject();
      if (xhr instanceof XMLHttpRequest) xhr.withCredentials = true;
      const token = xsrfToken();
      if (token !== null && request.getMethod() !== "HEAD") request.setHeader("X-XSRF-TOKEN", token);
    },
    onAfterResponse: () => copyXsrfCookie(),
    onProgress: (sentBytes, allBytes) => events.onProgress(allBytes ? Math.floor((100 * sentBytes) / allBytes) : 0),
    onSuccess: () => events.onSent(),
    onError: (error) =>
      events.onFailure(error instanceof DetailedError ? messageIn(error.originalResponse?.getBody() ?? "") : null),
  });
  upload.start();
  return () => void upload.abort(true);
}

function messageIn(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
      ? value.message
      : null;
  } catch {
    return null;
  }
}
