/** Days after which a session ends however much it is used. */
export const SESSION_DAYS = 30;
/** Days without any use after which a session ends. */
export const SESSION_IDLE_DAYS = 14;

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a session that begins now ends at the latest. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS);
}

/** A session last used before this moment is over. */
export function idleLimit(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_DAYS * DAY_MS);
}

/** Minutes for which a person who confirmed their identity is not asked again. */
export const PROOF_MINUTES = 10;

/** Whether a proof is recent enough for what does harm in other hands. */
export const isRecentProof = (provedAt: Date | null | undefined, now: Date): boolean =>
  provedAt !== null && provedAt !== undefined && now.getTime() - provedAt.getTime() < PROOF_MINUTES * 60_000;

/** Use is written down at most this often, so that reading a page does not become a write. */
export const SEEN_EVERY_MS = 5 * 60 * 1000;
