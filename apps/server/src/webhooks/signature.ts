import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** What a webhook's secret is sealed as. */
export const WEBHOOK_SECRET = "webhook secret";
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/**
 * The headers that identify and sign a message (Standard Webhooks). With several secrets there is one signature of each, so
 * that a receiver may change over from one to the other.
 */
export function signedHeaders(
  secrets: readonly string[],
  messageId: string,
  at: Date,
  body: string,
): Record<string, string> {
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(" "),
  };
}
