import { storedRouterRedirected, storeRouterRedirected } from "./stored-state.ts";

/** How long a page's code may take to arrive (spec §9). */
export const CHUNK_TIMEOUT_MS = 120_000;
/** After this the guard against reloading twice is lifted (spec §9). */
export const REDIRECTED_CLEAR_MS = 4000;

/** A page's code did not arrive, and a reload did not help. */
export class ChunkFailure extends Error {}

interface Surroundings {
  reload(): void;
  redirected(): boolean;
  setRedirected(redirected: boolean): void;
  timeoutMs: number;
}

const here: Surroundings = {
  reload: () => location.reload(),
  redirected: storedRouterRedirected,
  setRedirected: storeRouterRedirected,
  timeoutMs: CHUNK_TIMEOUT_MS,
};

/**
 * Loads a page's code. When it does not come, the console reloads once: the files of an older version may be gone.
 * While that reload is under way the promise stays open, so that nothing flashes.
 *
 * @throws ChunkFailure when a reload was tried within the last 4 s.
 */
export async function loadChunk<T>(load: () => Promise<T>, others: Partial<Surroundings> = {}): Promise<T> {
  const around = { ...here, ...others };
  try {
    return await withTimeout(load(), around.timeoutMs);
  } catch (cause) {
    if (around.redirected()) throw new ChunkFailure("This page could not be loaded.", { cause });
    around.setRedirected(true);
    around.reload();
    return new Promise<T>(() => {});
  }
}

/** `import()` has no timeout of its own. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing arrived within ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lifts the guard 4 s after a start. */
export function clearRedirectedSoon(): void {
  setTimeout(() => storeRouterRedirected(false), REDIRECTED_CLEAR_MS);
}
