/** What is known when a transfer stopped after its own retries. */
export interface StoppedTransfer {
  /** The status of the last answer; 0 without one. */
  status: number;
  code: string | null;
  /** Seconds until the server wants to be asked again; null where it did not say. */
  retryAfterSeconds: number | null;
  /** Whether the browser has a network. */
  online: boolean;
  /** Whether the file on the disk can still be read: browsers refuse one that changed after it was chosen. */
  isReadable: boolean;
}

export type NextStep = { kind: "wait"; seconds: number } | { kind: "changed" } | { kind: "fail" };

/** Seconds between tries while the server does not answer. */
const SERVER_SECONDS = 20;
/** Seconds until an upload is tried again in maintenance where the server does not say. */
const MAINTENANCE_SECONDS = 30;

/**
 * How a transfer continues that its own retries could not continue. A server that is away, restarts or is behind a gateway
 * that says so is waited for; without a network the transfer stops, and continues when the browser has one again.
 */
export function nextStep({ status, code, retryAfterSeconds, online, isReadable }: StoppedTransfer): NextStep {
  if (!isReadable) return { kind: "changed" };
  if (code === "maintenance") return { kind: "wait", seconds: retryAfterSeconds ?? MAINTENANCE_SECONDS };
  const isAway = status === 0 || status === 500 || status === 502 || status === 503 || status === 504;
  if (online && isAway) return { kind: "wait", seconds: retryAfterSeconds ?? SERVER_SECONDS };
  return { kind: "fail" };
}

/** Whether a file can still be read as it was chosen. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
