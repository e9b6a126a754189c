import { useNavigate } from "@tanstack/react-router";
import { Suspense, useMemo, useState } from "react";
import { usePublish } from "../layout/usePublish.ts";
import { useSelectedRows } from "../layout/useSelectedRows.ts";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { Video } from "../platform/videos.ts";
import type { Matching } from "./BulkBar.tsx";
import { BulkBarLater } from "./BulkBarLater.tsx";
import { USUAL_COLUMNS } from "./columns.ts";
import type { LibrarySearch } from "./libraryView.ts";
import { useDeleteVideo } from "./useDeleteVideo.ts";
import type { Peek } from "./usePeek.ts";
import type { RowActions, RowTask } from "./VideoRow.tsx";
import { VideoTable, type Sorting } from "./VideoTable.tsx";

interface VideoListProps {
  videos: readonly Video[];
  label: string;
  /** The list as its address says it; the same object as long as it is the same list. */
  place: LibrarySearch;
  peek: Peek;
  stale?: boolean;
  /** Everything the list's filter shows, when it goes beyond this page. */
  matching?: Matching | null;
  sorting?: Sorting | null;
  columns?: readonly string[];
  layout?: "table" | "grid";
}

const ACTIONS = ["publish", "unpublish", "set_category", "add_tags", "remove_tags", "retranscode", "delete"] as const;

const VideoGrid = lazyPart(async () => (await import("./VideoGrid.tsx")).VideoGrid);
const TaskDialog = lazyPart(async () => (await import("./RowTaskDialog.tsx")).RowTaskDialog, {
  video: async () => (await import("./detailTexts.ts")).videoTexts,
});

/** Rows or cards of videos with what can be done to one or to several of them. */
export function VideoList({
  videos,
  label,
  place,
  peek,
  stale = false,
  matching = null,
  sorting = null,
  columns = USUAL_COLUMNS,
  layout = "table",
}: VideoListProps) {
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? 0);
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const deleteVideo = useDeleteVideo();
  const { selected, setSelected } = useSelectedRows(videos);
  const [task, setTask] = useState<{ task: RowTask; id: number } | null>(null);
  const { onPeek } = peek;
  const canPublish = permissions.video_publish;
  const actions = useMemo(
    (): RowActions => ({
      canPublish,
      place,
      onSelect: (id, on) =>
        setSelected((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id))),
      onPeek,
      onPublish: (id, published) => publish({ id, published }),
      onDelete: (video) => void deleteVideo(video),
      onTask: (begun, id) => setTask({ task: begun, id }),
    }),
    [canPublish, place, onPeek, publish, deleteVideo, setSelected],
  );
  const List = layout === "grid" ? VideoGrid : VideoTable;
  return (
    <>
      <BulkBarLater
        projectId={projectId}
        selected={selected}
        matching={matching}
        actions={ACTIONS}
        onClear={() => setSelected(new Set())}
      />
      <List
        videos={videos}
        label={label}
        stale={stale}
        selected={selected}
        onSelected={setSelected}
        sorting={sorting}
        columns={columns}
        peek={peek}
        actions={actions}
        onOpen={(id) => void navigate({ to: "/video/$videoId", params: { videoId: String(id) }, search: place })}
      />
      {task === null ? null : (
        <Suspense fallback={null}>
          <TaskDialog {...task} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </>
  );
}
