/** Sends a request; its body can be read once. */
export type Send = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Answers that say: later. */
const LATER = new Set([429, 503]);

/** Waits before a further try: what the server asks for, else half a second, doubled each time, up to half a minute. */
export async function waitBefore(tried: number, signal: AbortSignal, retryAfter: string | null = null): Promise<void> {
  const asked = Number(retryAfter) * 1_000;
  const ms = Math.min(asked > 0 ? asked : FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS);
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Sends requests with a key, and repeats those that got no answer or the answer to come later. A POST carries an
 * Idempotency-Key, and every other method is repeated safely by its nature (RFC 9110, 9.2.2) but PATCH, which is not repeated.
 */
export function sendPatiently({ key, retries, fetch }: { key: string; retries: number; fetch: Send }): Send {
  return async (request) => {
    request.headers.set("authorization", `Bearer ${key}`);
    if (request.method === "POST" && !request.headers.has("idempotency-key"))
      request.headers.set("idempotency-key", crypto.randomUUID());
    const tries = request.method === "PATCH" ? 0 : retries;
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= tries;
      const response = await fetch(isLast ? request : request.clone()).catch((problem: unknown) => {
        if (isLast || request.signal.aborted) throw problem;
        return null;
      });
      if (response && (isLast || !LATER.has(response.status))) return response;
      await response?.body?.cancel();
      await waitBefore(tried, request.signal, response?.headers.get("retry-after") ?? null);
    }
  };
}
