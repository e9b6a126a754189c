import { useQuery } from "@tanstack/react-query";
import { videoQuery } from "../../platform/videos.ts";
import { CopyDetailsDialog } from "../video/CopyDetailsDialog.tsx";
import { ReplaceDialog } from "../video/ReplaceDialog.tsx";
import type { RowTask } from "./use-video-menu.tsx";

/** What a row's menu begins and a dialog continues with. */
export function RowTaskDialog({ task, id, onClose }: { task: RowTask; id: number; onClose: () => void }) {
  const { data: video } = useQuery(videoQuery(id));
  if (!video) return null;
  return task === "replace" ? (
    <ReplaceDialog video={video} onClose={onClose} />
  ) : (
    <CopyDetailsDialog video={video} onClose={onClose} />
  );
}
