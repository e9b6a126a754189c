/** The supervisor's request for metrics. */
export const metricsQuestion = "kinora:metrics?";

const ANSWER = "kinora:metrics";

/** What a role answers. */
export const metricsMessage = (metrics: object) => ({ type: ANSWER, metrics });

/** The metrics in a message of a role, or null when it is about something else. */
export function metricsAnswer(message: unknown): object | null {
  if (typeof message !== "object" || message === null || !("type" in message) || message.type !== ANSWER) return null;
  return "metrics" in message && typeof message.metrics === "object" ? message.metrics : null;
}
