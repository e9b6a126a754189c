const STARTED = "kinora:started";

/** The message a role sends to its supervisor when it listens: before that there is nothing to ask it. */
export const startedMessage = { type: STARTED };

export const isStartedMessage = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "type" in message && message.type === STARTED;
