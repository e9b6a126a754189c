import { Suspense, useState } from "react";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { BulkBarProps } from "./BulkBar.tsx";

const Bar = lazyPart(async () => (await import("./BulkBar.tsx")).BulkBar, {
  addToPlaylist: async () => (await import("../../playlists/add/add-texts.ts")).addToPlaylistTexts,
});

/** What can be done to several videos; its code comes with the first row that is ticked. */
export function BulkBarLater(props: BulkBarProps) {
  const [ever, setEver] = useState(false);
  if (props.selected.size > 0 && !ever) setEver(true);
  return ever ? (
    <Suspense fallback={null}>
      <Bar {...props} />
    </Suspense>
  ) : null;
}
