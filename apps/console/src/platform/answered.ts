import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Whether a page need not wait for this answer any longer: it is there, or it failed at least once, or there is no network.
 * What decides how much stands above something is waited for, so that nothing moves away under a pointer.
 */
export const isAnswered = ({
  isPending,
  failureCount,
  isPaused,
}: Pick<UseQueryResult, "isPending" | "failureCount" | "isPaused">): boolean =>
  !isPending || failureCount > 0 || isPaused;
