import type { Pagination } from "@kinora/domain/pages.ts";
import { useEffect, useRef } from "react";

/**
 * Goes to a list's last page when the one asked for lies beyond it: an address may name any, and the last row of the last page
 * may have been deleted. True while it does, so that nothing is said of a page that is not there.
 */
export function useLastPage(pagination: Pagination | undefined, onPage: (page: number) => void): boolean {
  const { page, max } = pagination ?? { page: 1, max: 1 };
  const beyond = page > max;
  // Where it leads does not depend on how the way there is written.
  const latest = useRef(onPage);
  useEffect(() => {
    latest.current = onPage;
  });
  useEffect(() => {
    if (beyond) latest.current(max);
  }, [beyond, max]);
  return beyond;
}
