export const WEBHOOKS_MAX = 50;
export const WEBHOOK_NAME_MAX = 100;
export const WEBHOOK_URL_MAX = 2_000;
/** Categories, or livestreams, that a webhook can be narrowed to. */
export const WEBHOOK_SUBJECTS_MAX = 50;
/** Hours that the secret before a rotation signs as well. */
export const OLD_SECRET_HOURS = 24;
/** Deliveries that one request sends again. */
export const RESENT_MAX = 10_000;

export const WEBHOOK_STATES = ["active", "failing", "disabled"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const DISABLED_REASONS = ["paused", "failing", "gone"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The state of a webhook as people see it. */
export function webhookState(webhook: { disabled_at: Date | null; failing_since: Date | null }): WebhookState {
  if (webhook.disabled_at !== null) return "disabled";
  return webhook.failing_since === null ? "active" : "failing";
}

/** Why an address cannot be one of a webhook; null when it can. */
export function urlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return "Write an address that begins with https://, such as https://example.com/webhooks.";
  if (url.username || url.password) return "The address cannot contain a user name or a password.";
  if (url.hash) return "The address cannot have a part after #.";
  return null;
}
