import { DetailedError, type UploadOptions } from "tus-js-client";
import { apiHost } from "./client.ts";
import { copyXsrfCookie, xsrfToken } from "./xsrf.ts";

/** Bytes of one PATCH. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** Waits before the tries after a failure; a chunk that arrived starts the row over. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** How every file travels to the server (tus.io/protocols/resumable-upload): in chunks, tried again, with the session. */
export const tusOptions = (): UploadOptions => ({
  endpoint: `${apiHost()}/uploads`,
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
});

interface TusAnswer {
  /** 0 without an answer. */
  status: number;
  /** Null where the server had no words or no code. */
  message: string | null;
  code: string | null;
  /** Seconds after which trying again makes sense; null where the server did not say. */
  retryAfterSeconds: number | null;
}

/** What the server said to a transfer that failed. */
export function tusAnswer(error: Error): TusAnswer {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const { message, code } = bodyOf(response?.getBody() ?? "");
  const seconds = Number(response?.getHeader("Retry-After") ?? 0);
  return {
    status: response?.getStatus() ?? 0,
    message: typeof message === "string" ? message : null,
    code: typeof code === "string" ? code : null,
    retryAfterSeconds: seconds > 0 ? seconds : null,
  };
}

function bodyOf(body: string): { message?: unknown; code?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // A proxy's page of HTML: there are no words of ours in it.
    return {};
  }
}
