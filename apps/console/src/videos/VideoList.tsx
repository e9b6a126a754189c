import { useNavigate } from "@tanstack/react-router";
import { useViewer } from "../layout/useViewer.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { Video } from "../platform/videos.ts";
import { BulkBar, type Matching } from "./BulkBar.tsx";
import { useDeleteVideos } from "./useDeleteVideos.ts";
import { usePublish } from "./usePublish.ts";
import { useSelectedVideos } from "./useSelectedVideos.ts";
import { VideoGrid } from "./VideoGrid.tsx";
import { VideoTable, type Sorting } from "./VideoTable.tsx";

interface VideoListProps {
  videos: readonly Video[];
  label: string;
  stale?: boolean;
  /** Everything the list's filter shows, when it goes beyond this page. */
  matching?: Matching | null;
  sorting?: Sorting | null;
  columns?: readonly string[];
  layout?: "table" | "grid";
}

const ACTIONS = ["publish", "unpublish", "set_category", "add_tags", "remove_tags", "retranscode", "delete"] as const;

/** Rows or cards of videos with what can be done to one or to several of them. */
export function VideoList({
  videos,
  label,
  stale = false,
  matching = null,
  sorting = null,
  columns,
  layout = "table",
}: VideoListProps) {
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? 0);
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const deleteVideos = useDeleteVideos();
  const { selected, setSelected } = useSelectedVideos(videos);
  const List = layout === "grid" ? VideoGrid : VideoTable;
  return (
    <>
      <BulkBar
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
        canPublish={permissions.video_publish}
        canDelete={permissions.video_delete}
        sorting={sorting}
        {...(columns ? { columns } : {})}
        onOpen={(id) => void navigate({ to: "/video/$videoId", params: { videoId: String(id) } })}
        onPublish={(id, published) => publish({ id, published })}
        onDelete={(id) => void deleteVideos([id])}
      />
    </>
  );
}
