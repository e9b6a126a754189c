import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

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

/**
 * Whether something was there once: what is shown from then on stays while it is asked for again. A part that asks for the
 * same when it is mounted would otherwise end itself, after a failure without end.
 */
export function useArrived(isThere: boolean): boolean {
  const [arrived, setArrived] = useState(isThere);
  if (isThere && !arrived) setArrived(true);
  return arrived || isThere;
}
