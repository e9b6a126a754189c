import { useEffect, useState } from "react";

const ASK_EVERY_MS = 10_000;

/** Whether a server answers at all, asked every ten seconds; null while it is not known or there is none to ask. */
export function useReachable(url: string | null): boolean | null {
  const [reachable, setReachable] = useState<boolean | null>(null);
  useEffect(() => {
    if (url === null) return;
    const stop = new AbortController();
    const ask = () => {
      // Its answer belongs to another origin and is not read: that there is one says enough.
      fetch(`${url}/healthz`, { mode: "no-cors", cache: "no-store", signal: stop.signal }).then(
        () => setReachable(true),
        () => stop.signal.aborted || setReachable(false),
      );
    };
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [url]);
  return reachable;
}
