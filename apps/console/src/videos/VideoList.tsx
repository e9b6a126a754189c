import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { Video } from "../platform/videos.ts";
import { useDeleteVideos } from "./useDeleteVideos.ts";
import { usePublish } from "./usePublish.ts";
import { useSelectedVideos } from "./useSelectedVideos.ts";
import { VideoTable } from "./VideoTable.tsx";
import styles from "./LibraryPage.module.css";

/** Rows of videos with what can be done to one or to several of them. */
export function VideoList({
  videos,
  label,
  stale = false,
}: {
  videos: readonly Video[];
  label: string;
  stale?: boolean;
}) {
  const { t } = useTranslation("videos");
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const deleteVideos = useDeleteVideos();
  const { selected, setSelected } = useSelectedVideos(videos);

  const publishSelected = (published: boolean) => {
    for (const video of videos)
      if (selected.has(video.id) && video.published !== published) publish({ id: video.id, published });
    setSelected(new Set());
  };

  return (
    <>
      {selected.size > 0 ? (
        <div className={styles["bulk"]} role="toolbar" aria-label={t("selected", { count: selected.size })}>
          <span className="tabular">{t("selected", { count: selected.size })}</span>
          {permissions.video_publish ? (
            <>
              <Button variant="default" onClick={() => publishSelected(true)}>
                {t("publish")}
              </Button>
              <Button variant="default" onClick={() => publishSelected(false)}>
                {t("unpublish")}
              </Button>
            </>
          ) : null}
          {permissions.video_delete ? (
            <Button variant="default" c="var(--kinora-failed)" onClick={() => void deleteVideos([...selected])}>
              {t("delete")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <VideoTable
        videos={videos}
        label={label}
        stale={stale}
        selected={selected}
        onSelected={setSelected}
        canPublish={permissions.video_publish}
        canDelete={permissions.video_delete}
        onOpen={(id) => void navigate({ to: "/video/$videoId", params: { videoId: String(id) } })}
        onPublish={(id, published) => publish({ id, published })}
        onDelete={(id) => void deleteVideos([id])}
      />
    </>
  );
}
