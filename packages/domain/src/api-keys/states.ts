/** What a key is: only an active one works. */
export const API_KEY_STATES = ["active", "expired", "disabled"] as const;
type ApiKeyState = (typeof API_KEY_STATES)[number];

/** The state of a key at a time. */
export function apiKeyState(
  { expires_at: expires, disabled_at: disabled }: { expires_at: Date | null; disabled_at: Date | null },
  now: Date,
): ApiKeyState {
  if (disabled !== null) return "disabled";
  return expires !== null && expires <= now ? "expired" : "active";
}
