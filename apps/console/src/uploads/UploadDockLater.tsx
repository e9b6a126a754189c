import { lazy, Suspense } from "react";
import { loadChunk } from "../platform/chunks.ts";
import { useStore } from "../platform/store.ts";
import { uploads } from "./uploads.ts";

const Dock = lazy(() => loadChunk(async () => ({ default: (await import("./UploadDock.tsx")).UploadDock })));

/** The upload tray, whose code comes with the first upload. */
export function UploadDockLater() {
  const any = useStore(uploads.store, ({ items }) => items.length > 0);
  return any ? (
    <Suspense fallback={null}>
      <Dock />
    </Suspense>
  ) : null;
}
