import { Suspense, useState } from "react";
import { question } from "../../platform/confirm.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useStore } from "../../platform/store.ts";

const Dialog = lazyPart(async () => (await import("./ConfirmDialog.tsx")).ConfirmDialog);

/** The question before something that cannot be undone; its code comes with the first one. */
export function ConfirmLater() {
  const asked = useStore(question, (value) => value.asked !== null || value.proof !== null);
  const [ever, setEver] = useState(asked);
  if (asked && !ever) setEver(true);
  return ever ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null;
}
