import { Suspense } from "react";
import { lazyPart } from "../platform/lazy-part.ts";
import { useStore } from "../platform/store.ts";
import { uploads } from "./uploads.ts";

const Dock = lazyPart(async () => (await import("./UploadDock.tsx")).UploadDock, {
  uploads: async () => (await import("./texts.ts")).uploadsTexts,
});

/** The upload tray, whose code comes with the first upload. */
export function UploadDockLater() {
  const any = useStore(uploads.store, ({ items }) => items.length > 0);
  return any ? (
    <Suspense fallback={null}>
      <Dock />
    </Suspense>
  ) : null;
}
