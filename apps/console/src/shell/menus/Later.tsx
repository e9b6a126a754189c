import { Suspense, useState, type ReactNode } from "react";

/**
 * Holds a dialog whose code comes later: nothing until it opens for the first time, and from then on always, so that it
 * fades out as it faded in.
 */
export function Later({ when, children }: { when: boolean; children: ReactNode }) {
  const [ever, setEver] = useState(when);
  if (when && !ever) setEver(true);
  return ever ? <Suspense fallback={null}>{children}</Suspense> : null;
}
