/**
 * States of a live host. One that is drained hands publishers over and keeps those it has; one that is away has no heartbeat, and
 * others take what it had on air.
 */
export const LIVE_HOST_STATES = ["in_service", "drained", "away"] as const;
export type LiveHostState = (typeof LIVE_HOST_STATES)[number];
