import { projectChannel } from "@kinora/domain/realtime.ts";
import { useEffect, useRef } from "react";
import { listen } from "./realtime.ts";

/** Lists are not read more often than this however many changes are announced. */
const REREAD_AT_MOST_MS = 1000;

/** Hears of what changed elsewhere in a project: `reread` gets the ids an event named, gathered for a second. */
export function useAnnounced(
  projectId: number | null,
  event: string,
  reread: (projectId: number, ids: ReadonlySet<number>) => void,
): void {
  const latest = useRef(reread);
  useEffect(() => {
    latest.current = reread;
  });
  useEffect(() => {
    if (projectId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed = new Set<number>();
    const stop = listen(projectChannel(projectId), event, (data) => {
      if (typeof data === "object" && data !== null && "id" in data && typeof data.id === "number")
        changed.add(data.id);
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = changed;
        changed = new Set();
        latest.current(projectId, ids);
      }, REREAD_AT_MOST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [projectId, event]);
}
